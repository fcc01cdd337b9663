//! Web Push: a notification when a table waits for somebody who does not look.
//!
//! Keys are made at the first start and kept in the store. Messages are encrypted for the browser (RFC 8291) and signed
//! (RFC 8292), so that the push service between reads nothing and knows who sends.

mod encrypt;
mod endpoint;
mod remind;
mod send;
mod vapid;

pub use encrypt::{BrowserKeys, decrypt, encrypt};
pub use endpoint::{Endpoint, EndpointError, Reach};
pub(crate) use remind::remind_all;
pub use send::{Delivery, Pusher};
pub use vapid::VapidKey;

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::{URL_SAFE, URL_SAFE_NO_PAD};
use serde::{Deserialize, Serialize};
use tokio::sync::OnceCell;

use crate::node::Node;
use crate::store::StoreError;

/// What whoever runs the server says about notifications.
#[derive(Debug, Clone, Default)]
pub struct PushSettings {
    /// Where push services find whoever runs the server: `mailto:…` or `https://…`.
    pub contact: Option<String>,
    /// Which addresses may be called.
    pub reach: Reach,
}

/// Notifications of a server, once its key is known.
pub(crate) struct PushService {
    contact: String,
    reach: Reach,
    pusher: OnceCell<Arc<Pusher>>,
}

impl PushService {
    pub(crate) fn new(settings: &PushSettings, public_url: Option<&str>) -> PushService {
        let https = public_url.filter(|url| url.starts_with("https://"));
        let contact = settings.contact.as_deref().or(https);
        PushService {
            contact: contact.unwrap_or("mailto:finaud@localhost").to_owned(),
            reach: settings.reach,
            pusher: OnceCell::new(),
        }
    }

    /// Whoever sends: its key is made at the first start of all, and then kept.
    pub(crate) async fn pusher(&self, node: &Node) -> Result<Arc<Pusher>, StoreError> {
        let made = self.pusher.get_or_try_init(async || {
            let random = Arc::clone(node.random());
            let key = VapidKey::of(node.store(), |bytes| random(bytes)).await?;
            Ok::<_, StoreError>(Arc::new(Pusher::new(
                key,
                self.contact.clone(),
                self.reach,
                Arc::clone(node.random()),
            )))
        });
        made.await.cloned()
    }
}

/// The keys of a subscription and the language of its owner, as they are kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SubscriptionBody {
    /// The browser's public key, in base64url.
    pub p256dh: String,
    /// The secret that it shares with us, in base64url.
    pub auth: String,
    /// The language in which its owner reads.
    #[serde(default)]
    pub lang: String,
}

impl SubscriptionBody {
    /// The keys, if they are some.
    pub fn keys(&self) -> Option<BrowserKeys> {
        BrowserKeys::new(&bytes(&self.p256dh)?, &bytes(&self.auth)?)
    }
}

/// What a notification says: the service worker finds the words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notice {
    /// The version of this message.
    pub v: u32,
    /// The table.
    pub table: String,
    /// The game.
    pub game: String,
    /// What the sheet is called, where it is somebody's own: no language has a name for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sheet: Option<String>,
    /// Whose turn it is, as they are called there.
    pub name: String,
    /// `waits`, or `presses` when most of the time is gone.
    pub what: String,
    /// The language in which they read.
    pub lang: String,
    /// When their time is over, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<u64>,
}

/// Base64 as browsers write it, padded or not.
pub(crate) fn bytes(text: &str) -> Option<Vec<u8>> {
    let decoded = URL_SAFE_NO_PAD.decode(text).or_else(|_| URL_SAFE.decode(text));
    decoded.ok()
}

/// Base64 for addresses.
pub(crate) fn text(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}
