//! How a game is written down: actions, positions, whole games and seeds, as text.
