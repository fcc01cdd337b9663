//! The games themselves: pure rules, without I/O, clock or random numbers.
