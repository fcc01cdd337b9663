//! Who people are, how strong they are, and how they did today.

pub(crate) mod daily;
pub(crate) mod forget;
pub(crate) mod jobs;
pub mod rating;
pub(crate) mod results;
