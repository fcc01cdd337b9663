//! What others may see of a zone's ink.

use crate::zone::Ink;

impl Ink {
    /// One bit for every cell that is crossed or holds a number; where several rows share a zone, row after row.
    #[inline]
    pub fn filled(&self) -> u32 {
        self.filled
    }
}
