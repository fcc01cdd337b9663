//! The app in the browser. The same program runs as a page and as a worker.

fn main() {
    finaud_web::run();
}
