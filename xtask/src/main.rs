//! Every chore of the project, behind `cargo xtask`.

fn main() {}
