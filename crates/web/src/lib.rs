//! The app: play, learn and review in the browser, offline.
//!
//! The program runs twice: as the page, which shows and asks, and as a worker, in which bots and the coach think.
#![forbid(unsafe_code)]

/// Starts the page or the worker, whichever this is.
pub fn run() {
    console_error_panic_hook::set_once();
}
