//! What a browser asks for.

use std::io::{self, Read};

use super::answer::{self, AppFile, Status};

/// A browser's request is a few hundred bytes; nobody needs more than this.
const LONGEST: usize = 16 * 1024;

/// A request that cannot be answered with a file.
pub(super) enum HttpError {
    Malformed,
    TooLong,
    Broken(io::Error),
}

/// A request for a file.
pub(super) struct HttpRequest {
    method: String,
    /// Decoded, without the first slash and without the query.
    path: Option<String>,
    accepts_brotli: bool,
    /// The tags of the versions the browser has.
    known: String,
}

impl HttpRequest {
    /// Reads as far as the empty line that ends the head; a body is of no interest.
    pub(super) fn read(stream: &mut impl Read) -> Result<HttpRequest, HttpError> {
        let mut head = Vec::new();
        let mut piece = [0; 2048];
        loop {
            if let Some(end) = head.windows(4).position(|four| four == b"\r\n\r\n") {
                let head = std::str::from_utf8(&head[..end]).map_err(|_| HttpError::Malformed)?;
                return HttpRequest::parse(head).ok_or(HttpError::Malformed);
            }
            if head.len() >= LONGEST {
                return Err(HttpError::TooLong);
            }
            match stream.read(&mut piece) {
                Ok(0) => return Err(HttpError::Broken(io::ErrorKind::UnexpectedEof.into())),
                Ok(count) => head.extend_from_slice(&piece[..count]),
                Err(error) => return Err(HttpError::Broken(error)),
            }
        }
    }

    fn parse(head: &str) -> Option<HttpRequest> {
        let mut lines = head.split("\r\n");
        let mut words = lines.next()?.split(' ');
        let (method, target, version) = (words.next()?, words.next()?, words.next()?);
        if words.next().is_some() || !version.starts_with("HTTP/1.") {
            return None;
        }
        let path = target.strip_prefix('/')?;
        let path = path.split_once(['?', '#']).map_or(path, |(path, _)| path);
        let mut request = HttpRequest {
            method: method.to_owned(),
            path: decoded(path),
            accepts_brotli: false,
            known: String::new(),
        };
        for line in lines {
            let (name, value) = line.split_once(':')?;
            if name.eq_ignore_ascii_case("accept-encoding") {
                request.accepts_brotli = accepts_brotli(value);
            } else if name.eq_ignore_ascii_case("if-none-match") {
                value.clone_into(&mut request.known);
            }
        }
        Some(request)
    }

    /// The whole answer, head and body.
    pub(super) fn answer(&self, app: &[AppFile]) -> Vec<u8> {
        let with_body = match self.method.as_str() {
            "GET" => true,
            "HEAD" => false,
            _ => return answer::refusal(Status::OtherMethod),
        };
        let path = self.path.as_deref().map(|path| match path {
            "" => "index.html",
            path => path,
        });
        // A list is looked up, no folder: there is nothing beside the app that a path could lead to.
        let Some(file) = app.iter().find(|file| Some(file.path) == path) else {
            return answer::refusal(Status::NotFound);
        };
        if knows(&self.known, file.tag) {
            return file.unchanged();
        }
        file.sent(self.accepts_brotli, with_body)
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
