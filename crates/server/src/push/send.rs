//! Sends messages to push services: one short request each, over a connection of its own.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{Request, StatusCode, header};
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use super::endpoint::{Endpoint, Reach, may_call};
use super::vapid::{VapidKey, fresh_key};
use super::{BrowserKeys, encrypt};
use crate::node::Random;

/// How long a push service may take for everything.
const PATIENCE: Duration = Duration::from_secs(10);

/// What became of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delivery {
    /// The push service has it.
    Taken,
    /// Nobody will ever read it: the subscription is gone.
    Gone,
    /// Not now.
    Failed,
}

/// What is to be pushed, to whom.
pub(crate) struct Push<'a> {
    pub(crate) endpoint: &'a Endpoint,
    pub(crate) keys: &'a BrowserKeys,
    pub(crate) message: &'a [u8],
    /// A message with the same topic that is not delivered yet is replaced.
    pub(crate) topic: &'a str,
    /// How long it is worth something, in seconds.
    pub(crate) ttl: u64,
    pub(crate) is_urgent: bool,
}

/// Sends messages.
pub struct Pusher {
    key: VapidKey,
    contact: String,
    reach: Reach,
    random: Random,
    /// Made when it is needed first: reading the certificates of the system takes a moment.
    tls: std::sync::OnceLock<Option<Arc<ClientConfig>>>,
}

impl Pusher {
    /// One that signs with this key; `contact` is where whoever runs the server is found.
    pub fn new(key: VapidKey, contact: String, reach: Reach, random: Random) -> Pusher {
        Pusher {
            key,
            contact,
            reach,
            random,
            tls: std::sync::OnceLock::new(),
        }
    }

    /// The public key, for browsers that subscribe.
    pub fn public_key(&self) -> String {
        self.key.public()
    }

    /// Which addresses it calls.
    pub fn reach(&self) -> Reach {
        self.reach
    }

    pub(crate) async fn send(&self, push: &Push<'_>, now_seconds: u64) -> Delivery {
        let Some(request) = self.request(push, now_seconds) else {
            return Delivery::Failed;
        };
        match timeout(PATIENCE, self.deliver(push.endpoint, request)).await {
            Ok(Ok(status)) if status.is_success() => Delivery::Taken,
            Ok(Ok(StatusCode::NOT_FOUND | StatusCode::GONE)) => Delivery::Gone,
            // Neither address nor content: they are nobody's business.
            Ok(Ok(status)) => {
                tracing::info!(status = status.as_u16(), "a push service refuses a message");
                Delivery::Failed
            }
            Ok(Err(error)) => {
                tracing::info!(%error, "a push service cannot be reached");
                Delivery::Failed
            }
            Err(_) => Delivery::Failed,
        }
    }

    fn request(&self, push: &Push<'_>, now_seconds: u64) -> Option<Request<Body>> {
        let mut salt = [0; 16];
        (self.random)(&mut salt);
        let body = encrypt(push.message, push.keys, &fresh_key(&*self.random), salt)?;
        let endpoint = push.endpoint;
        let signed = self
            .key
            .authorization(&endpoint.origin(), &self.contact, now_seconds);
        let host = endpoint.origin();
        let host = host.split_once("://").map_or(host.as_str(), |(_, host)| host);
        Request::post(&endpoint.path)
            .header(header::HOST, host)
            .header(header::AUTHORIZATION, signed)
            .header(header::CONTENT_ENCODING, "aes128gcm")
            .header(header::CONTENT_TYPE, "application/octet-stream")
            .header(header::CONTENT_LENGTH, body.len())
            .header("ttl", push.ttl)
            .header("topic", push.topic)
            .header("urgency", if push.is_urgent { "high" } else { "normal" })
            .body(Body::from(Bytes::from(body)))
            .ok()
    }

    async fn deliver(&self, endpoint: &Endpoint, request: Request<Body>) -> io::Result<StatusCode> {
        let stream = self.connect(endpoint).await?;
        if !endpoint.is_tls {
            return exchange(stream, request).await;
        }
        let tls = self.tls.get_or_init(tls_config).clone();
        let tls = tls.ok_or_else(|| io::Error::other("this system has no certificates to trust"))?;
        let name = endpoint
            .host
            .trim_start_matches('[')
            .trim_end_matches(']')
            .to_owned();
        let name = ServerName::try_from(name).map_err(io::Error::other)?;
        let stream = TlsConnector::from(tls).connect(name, stream).await?;
        exchange(stream, request).await
    }

    /// Connects to an address that may be called. A name is looked up once, and the connection goes to what was checked.
    async fn connect(&self, endpoint: &Endpoint) -> io::Result<TcpStream> {
        let found: Vec<SocketAddr> = match endpoint.address() {
            Some(address) => vec![SocketAddr::new(address, endpoint.port)],
            None => tokio::net::lookup_host((endpoint.host.as_str(), endpoint.port))
                .await?
                .collect(),
        };
        let mut failure = io::Error::other("the push service has no public address");
        for address in found
            .into_iter()
            .filter(|address| may_call(address.ip(), self.reach))
        {
            match TcpStream::connect(address).await {
                Ok(stream) => return Ok(stream),
                Err(error) => failure = error,
            }
        }
        Err(failure)
    }
}

/// Sends a request and reads the status; nothing is followed, and what else the answer says is not read.
async fn exchange<S>(stream: S, request: Request<Body>) -> io::Result<StatusCode>
where
    S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
{
    let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream))
        .await
        .map_err(io::Error::other)?;
    let driver = tokio::spawn(connection);
    let answer = sender.send_request(request).await.map_err(io::Error::other);
    driver.abort();
    Ok(answer?.status())
}

fn tls_config() -> Option<Arc<ClientConfig>> {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    if roots.is_empty() {
        return None;
    }
    let config = ClientConfig::builder()
        .with_root_certificates(roots)
        .with_no_client_auth();
    Some(Arc::new(config))
}
