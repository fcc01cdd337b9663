//! Puts the app inside the binary, where the environment names a folder that holds one (`FINAUD_APP`).

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use flate2::write::GzEncoder;
use flate2::{Compression, Crc};

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
            let mut packed = GzEncoder::new(Vec::new(), Compression::best());
            packed.write_all(&bytes).expect("memory");
            let packed_path = out.join(format!("{number}.gz"));
            fs::write(&packed_path, packed.finish().expect("memory")).expect("a file can be written");
            let mut crc = Crc::new();
            crc.update(&bytes);
            writeln!(
                list,
                "    File {{ path: {:?}, size: {}, tag: \"\\\"{:08x}-{}\\\"\", packed: include_bytes!({:?}) }},",
                name.join("/"),
                bytes.len(),
                crc.sum(),
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
