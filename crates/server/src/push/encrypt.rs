//! Messages that only the browser can read: RFC 8291, one record of `aes128gcm` (RFC 8188).

use aes_gcm::aead::{Aead as _, KeyInit as _};
use aes_gcm::{Aes128Gcm, Nonce};
use hkdf::Hkdf;
use p256::{PublicKey, SecretKey};
use sha2::Sha256;

/// The size of a record: our messages are far shorter, and push services take this much.
const RECORD: u32 = 4096;
/// What is added to a message: its end and the tag.
const OVERHEAD: usize = 1 + 16;
const HEADER: usize = 16 + 4 + 1 + 65;

/// What a browser gives for messages to it.
#[derive(Clone)]
pub struct BrowserKeys {
    public: PublicKey,
    auth: [u8; 16],
}

impl BrowserKeys {
    /// The public key, a point of P-256 as 65 bytes, and the shared secret, 16 bytes.
    pub fn new(public: &[u8], auth: &[u8]) -> Option<BrowserKeys> {
        Some(BrowserKeys {
            public: (public.len() == 65).then(|| PublicKey::from_sec1_bytes(public).ok())??,
            auth: auth.try_into().ok()?,
        })
    }
}

impl std::fmt::Debug for BrowserKeys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("BrowserKeys(…)")
    }
}

/// Encrypts a message. `ours` is a key for this message alone, and so is the salt.
pub fn encrypt(message: &[u8], keys: &BrowserKeys, ours: &SecretKey, salt: [u8; 16]) -> Option<Vec<u8>> {
    if message.len() + OVERHEAD + HEADER > RECORD as usize {
        return None;
    }
    let public = ours.public_key().to_sec1_bytes();
    let shared = ours.diffie_hellman(&keys.public);
    let (key, nonce) = derive(
        shared.raw_secret_bytes(),
        &keys.auth,
        &keys.public.to_sec1_bytes(),
        &public,
        &salt,
    )?;
    // The byte after the message says that it is the last record.
    let padded: Vec<u8> = message.iter().copied().chain([2]).collect();
    let sealed = Aes128Gcm::new(&key.into())
        .encrypt(&Nonce::from(nonce), padded.as_slice())
        .ok()?;
    let mut body = salt.to_vec();
    body.extend(RECORD.to_be_bytes());
    body.push(public.len() as u8);
    body.extend_from_slice(&public);
    body.extend(sealed);
    Some(body)
}

/// Reads a message as the browser does. The server never needs it; those who test it do.
pub fn decrypt(body: &[u8], browser: &SecretKey, auth: [u8; 16]) -> Option<Vec<u8>> {
    let salt: [u8; 16] = body.get(..16)?.try_into().ok()?;
    let length = usize::from(*body.get(20)?);
    let public = body.get(21..21 + length)?;
    let sealed = body.get(21 + length..)?;
    let sender = PublicKey::from_sec1_bytes(public).ok()?;
    let shared = browser.diffie_hellman(&sender);
    let own = browser.public_key().to_sec1_bytes();
    let (key, nonce) = derive(shared.raw_secret_bytes(), &auth, &own, public, &salt)?;
    let mut padded = Aes128Gcm::new(&key.into())
        .decrypt(&Nonce::from(nonce), sealed)
        .ok()?;
    while padded.last() == Some(&0) {
        padded.pop();
    }
    (padded.pop() == Some(2)).then_some(padded)
}

/// The key and the nonce of the only record.
fn derive(
    shared: &[u8],
    auth: &[u8; 16],
    browser: &[u8],
    sender: &[u8],
    salt: &[u8; 16],
) -> Option<([u8; 16], [u8; 12])> {
    let info = [&b"WebPush: info\0"[..], browser, sender].concat();
    let mut input = [0; 32];
    Hkdf::<Sha256>::new(Some(auth), shared)
        .expand(&info, &mut input)
        .ok()?;
    let content = Hkdf::<Sha256>::new(Some(salt), &input);
    let (mut key, mut nonce) = ([0; 16], [0; 12]);
    content.expand(b"Content-Encoding: aes128gcm\0", &mut key).ok()?;
    content.expand(b"Content-Encoding: nonce\0", &mut nonce).ok()?;
    Some((key, nonce))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::push::{bytes, text};

    fn secret(text: &str) -> SecretKey {
        SecretKey::from_slice(&bytes(text).unwrap()).unwrap()
    }

    /// The example of RFC 8291, section 5 and appendix A.
    #[test]
    fn the_example_of_the_standard_comes_out() {
        let browser = secret("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94");
        let auth: [u8; 16] = bytes("BTBZMqHH6r4Tts7J_aSIgg").unwrap().try_into().unwrap();
        let keys = BrowserKeys::new(&browser.public_key().to_sec1_bytes(), &auth).unwrap();
        let ours = secret("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw");
        let salt: [u8; 16] = bytes("DGv6ra1nlYgDCS1FRnbzlw").unwrap().try_into().unwrap();
        let message = b"When I grow up, I want to be a watermelon";
        let body = encrypt(message, &keys, &ours, salt).unwrap();
        assert_eq!(text(&body), EXAMPLE);
        assert_eq!(decrypt(&body, &browser, auth).unwrap(), message);
    }

    const EXAMPLE: &str = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";

    #[test]
    fn keys_that_are_none_are_refused() {
        let browser = secret("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94");
        let public = browser.public_key().to_sec1_bytes();
        assert!(BrowserKeys::new(&public, &[0; 16]).is_some());
        assert!(BrowserKeys::new(&public, &[0; 15]).is_none());
        assert!(BrowserKeys::new(&public[1..], &[0; 16]).is_none());
        assert!(BrowserKeys::new(&[4; 65], &[0; 16]).is_none());
        assert!(BrowserKeys::new(&[], &[]).is_none());
    }

    #[test]
    fn what_was_changed_or_is_too_long_is_refused() {
        let browser = secret("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94");
        let keys = BrowserKeys::new(&browser.public_key().to_sec1_bytes(), &[7; 16]).unwrap();
        let ours = secret("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw");
        let mut body = encrypt(b"hello", &keys, &ours, [1; 16]).unwrap();
        let last = body.len() - 1;
        body[last] ^= 1;
        assert_eq!(decrypt(&body, &browser, [7; 16]), None);
        assert_eq!(decrypt(&body[..30], &browser, [7; 16]), None);
        assert_eq!(encrypt(&[0; 4000], &keys, &ours, [1; 16]), None);
    }
}
