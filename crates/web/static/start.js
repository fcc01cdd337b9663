// Loads the program; everything else is Rust.
import init from "./finaud.js";
init();
