//! The app, handed out file by file.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse as _, Response};
use brotli::Decompressor;
use sha2::{Digest as _, Sha256};

/// How much is unpacked at once.
const BUFFER: usize = 1 << 16;

/// A file of the app, packed inside the binary.
#[derive(Debug)]
pub struct AppFile {
    /// From the app's root, with slashes.
    pub path: &'static str,
    /// Its bytes when unpacked.
    pub size: usize,
    /// Changes with its contents; in quotes, as HTTP wants it.
    pub tag: &'static str,
    /// As brotli.
    pub packed: &'static [u8],
}

/// A file that was found.
#[derive(Debug, Clone)]
pub struct Found {
    /// Changes with its contents; in quotes, as HTTP wants it.
    pub tag: Cow<'static, str>,
    /// What it contains.
    pub contents: Contents,
}

/// What a file contains.
#[derive(Debug, Clone)]
pub enum Contents {
    /// As it is.
    Plain(Bytes),
    /// As brotli, with its length when unpacked.
    Packed(Bytes, usize),
}

/// Where the app's files come from.
pub trait AppFiles: Send + Sync + 'static {
    /// The file at a path without a slash in front.
    fn find(&self, path: &str) -> Option<Found>;
}

/// The app inside a binary.
pub struct BuiltIn(BTreeMap<&'static str, &'static AppFile>);

impl BuiltIn {
    /// These files. A list is looked up, no folder: there is nothing beside the app that a path could lead to.
    pub fn new(files: &'static [AppFile]) -> BuiltIn {
        BuiltIn(files.iter().map(|file| (file.path, file)).collect())
    }
}

impl AppFiles for BuiltIn {
    fn find(&self, path: &str) -> Option<Found> {
        self.0.get(path).map(|file| Found {
            tag: Cow::Borrowed(file.tag),
            contents: Contents::Packed(Bytes::from_static(file.packed), file.size),
        })
    }
}

/// The app in a folder, read anew each time: for those who build it.
pub struct Folder(PathBuf);

impl Folder {
    /// This folder.
    pub fn new(folder: &Path) -> Folder {
        Folder(folder.to_owned())
    }
}

impl AppFiles for Folder {
    fn find(&self, path: &str) -> Option<Found> {
        let mut parts = Path::new(path).components();
        if !parts.all(|part| matches!(part, Component::Normal(_))) {
            return None;
        }
        std::fs::read(self.0.join(path)).ok().map(Found::plain)
    }
}

impl Found {
    /// A file that is not packed.
    pub fn plain(contents: Vec<u8>) -> Found {
        let digest = Sha256::digest(&contents);
        let tag: String = digest[..8].iter().map(|byte| format!("{byte:02x}")).collect();
        Found {
            tag: Cow::Owned(format!("\"{tag}\"")),
            contents: Contents::Plain(contents.into()),
        }
    }
}

/// No file at all, for tests of the rest.
impl AppFiles for () {
    fn find(&self, _path: &str) -> Option<Found> {
        None
    }
}

/// What goes with every answer, so that nothing but our own program runs in our pages.
pub(crate) struct Headers(Vec<(header::HeaderName, HeaderValue)>);

impl Headers {
    /// `public_url` is where people find this server.
    pub(crate) fn new(public_url: Option<&str>) -> Headers {
        // Safari before 15.4 does not take a socket on the same host for 'self'.
        let sockets = public_url
            .and_then(|url| url.strip_prefix("https://"))
            .and_then(|rest| rest.split('/').next())
            .map_or(String::new(), |host| format!(" wss://{host}"));
        // A sheet is placed by style attributes; style sheets and scripts are our files alone.
        let policy = format!(
            "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; style-src-attr 'unsafe-inline'; \
             img-src 'self' data: blob:; font-src 'self'; connect-src 'self'{sockets}; worker-src 'self'; manifest-src 'self'; \
             base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        );
        let fixed = [
            (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
            (header::REFERRER_POLICY, "no-referrer"),
            (
                header::HeaderName::from_static("cross-origin-opener-policy"),
                "same-origin",
            ),
        ];
        let mut headers: Vec<_> = fixed
            .into_iter()
            .map(|(name, value)| (name, HeaderValue::from_static(value)))
            .collect();
        // A host with odd letters cannot be named: then the policy without it.
        if let Ok(policy) = HeaderValue::from_str(&policy) {
            headers.push((header::CONTENT_SECURITY_POLICY, policy));
        }
        Headers(headers)
    }

    pub(crate) fn add(&self, response: &mut Response) {
        for (name, value) in &self.0 {
            response.headers_mut().insert(name.clone(), value.clone());
        }
    }
}

/// Answers whatever is no business of the tables.
pub(crate) async fn answer(
    State(app): State<Arc<dyn AppFiles>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    if method != Method::GET && method != Method::HEAD {
        let allow = [(header::ALLOW, "GET, HEAD")];
        return (
            allow,
            page(
                StatusCode::METHOD_NOT_ALLOWED,
                "This address only hands out files.",
            ),
        )
            .into_response();
    }
    let Some(path) = uri.path().strip_prefix('/').filter(|_| uri.host().is_none()) else {
        return page(StatusCode::BAD_REQUEST, "This is no request a browser sends.");
    };
    let path = match decoded(path) {
        Some(path) if path.is_empty() => "index.html".to_owned(),
        Some(path) => path,
        None => return not_found(),
    };
    let Some(found) = app.find(&path) else {
        if path == "favicon.ico" {
            // Browsers ask for it on their own, wherever a page names no icon.
            return StatusCode::NO_CONTENT.into_response();
        }
        return not_found();
    };
    // Names do not change with contents, so a browser has to ask before it uses its copy.
    let mut response = Response::new(Body::empty());
    let about = response.headers_mut();
    about.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    about.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    if let Ok(tag) = HeaderValue::from_str(&found.tag) {
        about.insert(header::ETAG, tag);
    }
    let text = |name| {
        headers
            .get(name)
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default()
    };
    if knows(text(header::IF_NONE_MATCH), &found.tag) {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        return response;
    }
    about.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind(&path)));
    let length;
    let body = match found.contents {
        Contents::Plain(bytes) => {
            length = bytes.len();
            bytes
        }
        Contents::Packed(bytes, _) if accepts_brotli(text(header::ACCEPT_ENCODING)) => {
            about.insert(header::CONTENT_ENCODING, HeaderValue::from_static("br"));
            length = bytes.len();
            bytes
        }
        Contents::Packed(_, size) if method == Method::HEAD => {
            length = size;
            Bytes::new()
        }
        Contents::Packed(bytes, size) => {
            length = size;
            let unpacked = tokio::task::spawn_blocking(move || {
                let mut unpacked = Vec::with_capacity(size);
                let done = Decompressor::new(&bytes[..], BUFFER).read_to_end(&mut unpacked);
                done.is_ok().then_some(unpacked)
            });
            match unpacked.await {
                Ok(Some(unpacked)) => unpacked.into(),
                // The build packed it: what cannot be unpacked would be a broken binary.
                _ => return page(StatusCode::INTERNAL_SERVER_ERROR, "This file is damaged."),
            }
        }
    };
    about.insert(header::CONTENT_LENGTH, HeaderValue::from(length));
    if method == Method::GET {
        *response.body_mut() = Body::from(body);
    }
    response
}

fn not_found() -> Response {
    page(StatusCode::NOT_FOUND, "There is no such page.")
}

/// A page that says why there is none.
fn page(status: StatusCode, sentence: &str) -> Response {
    let page = format!(
        "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>Finaud</title>\n\
         <p>{sentence} <a href=\"/\">Finaud is here.</a></p>\n</html>\n"
    );
    let kind = [(header::CONTENT_TYPE, "text/html; charset=utf-8")];
    (status, kind, page).into_response()
}

fn kind(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, ending)| ending) {
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

/// The path without its percent signs; none where they stand for nothing.
fn decoded(path: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => {
                let high = char::from(rest.next()?).to_digit(16)?;
                let low = char::from(rest.next()?).to_digit(16)?;
                u8::try_from(high * 16 + low).ok()?
            }
            byte => byte,
        });
    }
    String::from_utf8(bytes).ok()
}

fn accepts_brotli(value: &str) -> bool {
    value.split(',').any(|coding| {
        let mut parts = coding.split(';').map(str::trim);
        let is_brotli = parts.next().is_some_and(|name| name.eq_ignore_ascii_case("br"));
        let refused = parts
            .filter_map(|part| part.strip_prefix("q="))
            .any(|weight| weight.parse() == Ok(0.0));
        is_brotli && !refused
    })
}

fn knows(known: &str, tag: &str) -> bool {
    known
        .split(',')
        .map(|known| known.trim().trim_start_matches("W/"))
        .any(|known| known == tag || known == "*")
}
