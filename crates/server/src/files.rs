//! Every socket is an open file, and systems allow a program few of them until it asks for more.

/// Asks for as many open files as this user may have.
#[cfg(unix)]
pub fn allow_many_files() {
    use nix::sys::resource::{Resource, getrlimit, setrlimit};
    let raised = getrlimit(Resource::RLIMIT_NOFILE).and_then(|(now, most)| match now < most {
        true => setrlimit(Resource::RLIMIT_NOFILE, most, most),
        false => Ok(()),
    });
    if let Err(error) = raised {
        tracing::warn!(%error, "no more open files are allowed");
    }
}

/// Asks for as many open files as this user may have.
#[cfg(not(unix))]
pub fn allow_many_files() {}
