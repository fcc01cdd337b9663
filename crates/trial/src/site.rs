//! A server as a client sees it: plain requests and sockets.

use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use finaud_online::Key;
use finaud_online::wire::{self, ClientMessage};
use futures_util::SinkExt as _;
use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

/// How long a server may take to answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// A socket to a server.
pub type Socket = WebSocketStream<TcpStream>;

/// Where a server is.
#[derive(Debug, Clone)]
pub struct Site {
    host: String,
    path: String,
}

impl Site {
    /// From an address like `http://127.0.0.1:7878/`.
    pub fn new(address: &str) -> Result<Site> {
        let Some(rest) = address.strip_prefix("http://") else {
            bail!("`{address}` is no address that begins with http://");
        };
        let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
        let host = if host.contains(':') {
            host.to_owned()
        } else {
            format!("{host}:80")
        };
        Ok(Site {
            host,
            path: format!("/{path}").trim_end_matches('/').to_owned(),
        })
    }

    /// A port of this machine.
    pub fn local(port: u16) -> Site {
        Site {
            host: format!("127.0.0.1:{port}"),
            path: String::new(),
        }
    }

    /// Opens a socket.
    pub async fn connect(&self) -> Result<Socket> {
        let address = format!("ws://{}{}/api/socket", self.host, self.path);
        let opened = timeout(PATIENCE, async {
            let stream = TcpStream::connect(&self.host).await?;
            stream.set_nodelay(true)?;
            let (socket, _) = tokio_tungstenite::client_async(address, stream).await?;
            anyhow::Ok(socket)
        });
        opened.await.context("the server does not answer")?
    }

    /// Asks for something; the status and what was answered.
    pub async fn get(&self, path: &str, key: Option<&Key>) -> Result<(u16, Value)> {
        self.ask("GET", path, key, "").await
    }

    /// Posts JSON; the status and what was answered.
    pub async fn post(&self, path: &str, key: Option<&Key>, body: &str) -> Result<(u16, Value)> {
        self.ask("POST", path, key, body).await
    }

    async fn ask(&self, method: &str, path: &str, key: Option<&Key>, body: &str) -> Result<(u16, Value)> {
        self.ask_as(method, path, (key, None), body).await
    }

    /// Any request, with a key and, where that is another one, the key of a player; the status and what was answered.
    pub async fn ask_as(
        &self,
        method: &str,
        path: &str,
        (key, player): (Option<&Key>, Option<&Key>),
        body: &str,
    ) -> Result<(u16, Value)> {
        let (status, body) = self
            .request(method, path, (key, player), "application/json", body.as_bytes())
            .await?;
        Ok((status, serde_json::from_slice(&body).unwrap_or(Value::Null)))
    }

    /// A file that is kept there by its hash, as it is.
    pub async fn file(&self, path: &str) -> Result<(u16, Vec<u8>)> {
        self.request("GET", path, (None, None), "application/json", &[])
            .await
    }

    /// Puts a file there; the status and what was answered.
    pub async fn put_file(&self, path: &str, body: &[u8]) -> Result<(u16, Value)> {
        let kind = "application/octet-stream";
        let (status, body) = self.request("PUT", path, (None, None), kind, body).await?;
        Ok((status, serde_json::from_slice(&body).unwrap_or(Value::Null)))
    }

    async fn request(
        &self,
        method: &str,
        path: &str,
        (key, player): (Option<&Key>, Option<&Key>),
        kind: &str,
        body: &[u8],
    ) -> Result<(u16, Vec<u8>)> {
        let written = |name: &str, key: Option<&Key>| {
            key.map_or(String::new(), |key| format!("{name}{}\r\n", String::from(*key)))
        };
        let key = written("Authorization: Bearer ", key) + &written("Finaud-Player: ", player);
        let said = format!(
            "{method} {}{path} HTTP/1.1\r\nHost: {}\r\nContent-Type: {kind}\r\n{key}Content-Length: {}\r\n\
             Connection: close\r\n\r\n",
            self.path,
            self.host,
            body.len()
        );
        let answer = timeout(PATIENCE, async {
            let mut stream = TcpStream::connect(&self.host).await?;
            stream.write_all(said.as_bytes()).await?;
            // A server that has heard enough answers before everything is said.
            let _ = stream.write_all(body).await;
            let mut answer = Vec::new();
            stream.read_to_end(&mut answer).await?;
            anyhow::Ok(answer)
        });
        let answer = answer.await.context("the server does not answer")??;
        let end = answer.windows(4).position(|four| four == b"\r\n\r\n");
        let end = end.context("the server closed the line")?;
        let head = String::from_utf8_lossy(&answer[..end]);
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        let status = status.context("this is no HTTP")?;
        Ok((status, answer[end + 4..].to_vec()))
    }
}

/// Sends a message of the protocol.
pub(crate) async fn send(
    socket: &mut (impl futures_util::Sink<Message, Error = tokio_tungstenite::tungstenite::Error> + Unpin),
    message: &ClientMessage,
) -> Result<()> {
    socket.send(Message::text(wire::write(message))).await?;
    Ok(())
}
