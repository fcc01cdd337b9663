//! Everything that chooses: bots, search, learned values, the coach and the review.
