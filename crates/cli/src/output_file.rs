//! Files that a long command writes at its end.

use std::fs::{self, OpenOptions};
use std::path::Path;

use anyhow::{Context, Result};

use crate::texts::files::cannot_write;

/// Can this file be written? Better asked before hours of work than after. What is there stays as it is.
pub(crate) fn check(path: &Path) -> Result<()> {
    let is_new = !path.exists();
    let opened = OpenOptions::new().append(true).create(true).open(path);
    opened.with_context(|| cannot_write(path))?;
    if is_new {
        // Nobody should take an empty file for the result of a command that was stopped.
        fs::remove_file(path).with_context(|| cannot_write(path))?;
    }
    Ok(())
}
