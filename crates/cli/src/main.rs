//! The binary `finaud`: play, simulate, compare and study the games in a terminal.

fn main() {}
