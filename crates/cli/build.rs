//! Puts the app inside the binary, where the environment names a folder that holds one (`FINAUD_APP`).

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use brotli::enc::BrotliEncoderParams;

fn main() {
    println!("cargo::rerun-if-env-changed=FINAUD_APP");
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("set by cargo"));
    let mut list = String::from("&[\n");
    if let Some(app) = std::env::var_os("FINAUD_APP").filter(|app| !app.is_empty()) {
        let app = PathBuf::from(app);
        println!("cargo::rerun-if-changed={}", app.display());
        for (number, path) in files_in(&app).iter().enumerate() {
            let name = path.strip_prefix(&app).expect("a file of the app");
            let name: Vec<_> = name.iter().map(|part| part.to_string_lossy()).collect();
            let bytes = fs::read(path).expect("a readable file of the app");
            let mut packed = Vec::new();
            // The highest quality and the widest window: packed once, sent often.
            let best = BrotliEncoderParams {
                quality: 11,
                lgwin: 24,
                ..BrotliEncoderParams::default()
            };
            brotli::BrotliCompress(&mut &bytes[..], &mut packed, &best).expect("memory");
            let packed_path = out.join(format!("{number}.br"));
            fs::write(&packed_path, packed).expect("a file can be written");
            writeln!(
                list,
                "    AppFile {{ path: {:?}, size: {}, tag: \"\\\"{:016x}-{}\\\"\", packed: include_bytes!({:?}) }},",
                name.join("/"),
                bytes.len(),
                mixed(&bytes),
                bytes.len(),
                packed_path
            )
            .expect("memory");
        }
    }
    list.push_str("]\n");
    fs::write(out.join("app.rs"), list).expect("a file can be written");
}

fn files_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("FINAUD_APP names `{}`: {error}", folder.display()));
    let mut files = Vec::new();
    for entry in entries {
        let path = entry.expect("a readable folder").path();
        if path.is_dir() {
            files.extend(files_in(&path));
        } else {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// A number that changes with the contents (FNV-1a): it only tells two versions of one file apart.
fn mixed(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |mixed, byte| {
        (mixed ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
