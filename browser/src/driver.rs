//! chromedriver: started on a free port, spoken to in WebDriver's JSON over HTTP, ended by its id.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context as _, Result, anyhow, bail};
use serde_json::Value;

/// A page that takes longer than this to answer hangs.
const PATIENCE: Duration = Duration::from_secs(120);

/// A running chromedriver.
pub(crate) struct Driver {
    process: Child,
    port: u16,
}

impl Driver {
    pub(crate) fn start() -> Result<Driver> {
        let mut process = Command::new("chromedriver")
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .context("chromedriver cannot be started; `cargo xtask test` installs it on Debian")?;
        let said = process.stdout.take().context("chromedriver has no output")?;
        let mut driver = Driver { process, port: 0 };
        let mut lines = BufReader::new(said).lines();
        for line in lines.by_ref() {
            let line = line?;
            if let Some((_, port)) = line.split_once("started successfully on port ") {
                driver.port = port.trim_end_matches('.').parse()?;
                break;
            }
        }
        if driver.port == 0 {
            bail!("chromedriver did not name its port");
        }
        // Whatever else it says is read, so that it never waits for us.
        std::thread::spawn(move || lines.for_each(drop));
        Ok(driver)
    }

    /// Sends a command; the value it answers with.
    pub(crate) fn send(&self, method: &str, path: &str, body: &Value) -> Result<Value> {
        let (status, answer) = self.exchange(method, path, body)?;
        let mut answer: Value = serde_json::from_str(&answer)
            .with_context(|| format!("chromedriver answered {method} {path} with `{answer}`"))?;
        let value = answer["value"].take();
        if status != 200 {
            let kind = value["error"].as_str().unwrap_or("unknown error");
            let text = value["message"].as_str().unwrap_or_default();
            let text = text.lines().next().unwrap_or_default();
            return Err(anyhow!(DriverError(kind.to_owned())).context(format!("{kind}: {text}")));
        }
        Ok(value)
    }

    fn exchange(&self, method: &str, path: &str, body: &Value) -> Result<(u16, String)> {
        let mut stream =
            TcpStream::connect(("127.0.0.1", self.port)).context("chromedriver does not listen")?;
        stream.set_read_timeout(Some(PATIENCE))?;
        let body = if method == "POST" {
            body.to_string()
        } else {
            String::new()
        };
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
            self.port,
            body.len()
        )?;
        let mut reader = BufReader::new(stream);
        let mut line = String::new();
        reader
            .read_line(&mut line)
            .context("chromedriver does not answer")?;
        let status = line.split(' ').nth(1).and_then(|status| status.parse().ok());
        let status = status.with_context(|| format!("chromedriver answered `{}`", line.trim_end()))?;
        let mut length = None;
        loop {
            line.clear();
            reader.read_line(&mut line)?;
            let Some((name, value)) = line.trim_end().split_once(':') else {
                break;
            };
            if name.eq_ignore_ascii_case("content-length") {
                length = Some(value.trim().parse::<u64>()?);
            }
        }
        let mut text = String::new();
        match length {
            Some(length) => reader.take(length).read_to_string(&mut text)?,
            None => reader.read_to_string(&mut text)?,
        };
        Ok((status, text))
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// What kind of thing went wrong, in WebDriver's words: `stale element reference`.
#[derive(Debug)]
pub(crate) struct DriverError(pub(crate) String);

impl std::fmt::Display for DriverError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for DriverError {}

/// Ends a process by its id, if it is still there.
pub(crate) fn end(process: u64) {
    let _ = Command::new("kill")
        .arg(process.to_string())
        .stderr(Stdio::null())
        .status();
}
