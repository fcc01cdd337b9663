//! What goes back to a browser.

use std::io::Read as _;

use brotli::Decompressor;

/// A file of the app, packed inside the binary.
pub(super) struct AppFile {
    /// From the app's root, with slashes.
    pub(super) path: &'static str,
    /// Its bytes when unpacked.
    pub(super) size: usize,
    /// Changes with its contents; in quotes, as HTTP wants it.
    pub(super) tag: &'static str,
    /// As brotli.
    pub(super) packed: &'static [u8],
}

/// How much is unpacked at once.
const BUFFER: usize = 1 << 16;

impl AppFile {
    pub(super) fn sent(&self, as_brotli: bool, with_body: bool) -> Vec<u8> {
        let mut head = format!("HTTP/1.1 200 OK\r\nContent-Type: {}\r\n", self.kind());
        head.push_str(&self.caching());
        if as_brotli {
            head.push_str("Content-Encoding: br\r\n");
        }
        let length = if as_brotli { self.packed.len() } else { self.size };
        let mut answer = format!("{head}Content-Length: {length}\r\n{COMMON}\r\n").into_bytes();
        if with_body && as_brotli {
            answer.extend_from_slice(self.packed);
        } else if with_body {
            // The build packed it: what cannot be unpacked would be a broken binary, and the browser notices the length.
            let _ = Decompressor::new(self.packed, BUFFER).read_to_end(&mut answer);
        }
        answer
    }

    /// The browser's own copy is still right.
    pub(super) fn unchanged(&self) -> Vec<u8> {
        format!("HTTP/1.1 304 Not Modified\r\n{}{COMMON}\r\n", self.caching()).into_bytes()
    }

    /// Names do not change with contents, so a browser has to ask before it uses its copy.
    fn caching(&self) -> String {
        format!(
            "Cache-Control: no-cache\r\nETag: {}\r\nVary: Accept-Encoding\r\n",
            self.tag
        )
    }

    fn kind(&self) -> &'static str {
        match self.path.rsplit_once('.').map(|(_, ending)| ending) {
            Some("html") => "text/html; charset=utf-8",
            Some("css") => "text/css; charset=utf-8",
            Some("js") => "text/javascript; charset=utf-8",
            Some("json") => "application/json",
            Some("webmanifest") => "application/manifest+json",
            Some("wasm") => "application/wasm",
            Some("svg") => "image/svg+xml",
            Some("png") => "image/png",
            Some("txt" | "toml") => "text/plain; charset=utf-8",
            _ => "application/octet-stream",
        }
    }
}

const COMMON: &str = "X-Content-Type-Options: nosniff\r\nConnection: close\r\n";

/// Why there is no file.
#[derive(Clone, Copy)]
pub(super) enum Status {
    BadRequest,
    NotFound,
    OtherMethod,
    TooLong,
}

/// A page that says so.
pub(super) fn refusal(status: Status) -> Vec<u8> {
    let (line, more, sentence) = match status {
        Status::BadRequest => ("400 Bad HttpRequest", "", "This is no request a browser sends."),
        Status::NotFound => ("404 Not Found", "", "There is no such page."),
        Status::OtherMethod => (
            "405 Method Not Allowed",
            "Allow: GET, HEAD\r\n",
            "This server only hands out files.",
        ),
        Status::TooLong => (
            "431 HttpRequest Header Fields Too Large",
            "",
            "This request is too long to be one for a file.",
        ),
    };
    let page = format!(
        "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>Finaud</title>\n\
         <p>{sentence} <a href=\"/\">Finaud is here.</a></p>\n</html>\n"
    );
    format!(
        "HTTP/1.1 {line}\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {}\r\n{more}{COMMON}\r\n{page}",
        page.len()
    )
    .into_bytes()
}
