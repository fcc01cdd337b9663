//! A game in progress: who sits where, the log, undo, and where luck comes from.
