//! Who people are, how strong they are, and how they did today.

pub mod rating;
pub(crate) mod results;
