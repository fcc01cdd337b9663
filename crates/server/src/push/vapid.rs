//! Who sends: RFC 8292. A key of this server, made at its first start, signs a short token for the push service.

use p256::SecretKey;
use p256::ecdsa::signature::Signer as _;
use p256::ecdsa::{Signature, SigningKey};
use serde_json::json;

use super::text;
use crate::store::{Store, StoreError};

/// The name under which the store keeps the key.
const SECRET: &str = "push";
/// How long a token is good, in seconds; a day is the most.
const GOOD_FOR: u64 = 12 * 3_600;

/// The key of this server.
#[derive(Clone)]
pub struct VapidKey {
    secret: SecretKey,
}

impl VapidKey {
    /// The key that the store keeps, or a fresh one, which it keeps from now on.
    pub async fn of(store: &dyn Store, random: impl Fn(&mut [u8])) -> Result<VapidKey, StoreError> {
        let fresh = fresh_key(&random);
        let kept = store.secret(SECRET, &fresh.to_bytes()).await?;
        let secret = SecretKey::from_slice(&kept);
        let secret = secret.map_err(|_| StoreError::new("the key for notifications is damaged"))?;
        Ok(VapidKey { secret })
    }

    /// The public key, as browsers want it when they subscribe.
    pub fn public(&self) -> String {
        text(&self.secret.public_key().to_sec1_bytes())
    }

    /// The header that shows a push service who sends; `origin` is the service's, `contact` how to reach whoever runs this
    /// server.
    pub fn authorization(&self, origin: &str, contact: &str, now_seconds: u64) -> String {
        let head = json!({ "typ": "JWT", "alg": "ES256" }).to_string();
        let claims = json!({ "aud": origin, "exp": now_seconds + GOOD_FOR, "sub": contact }).to_string();
        let signed = format!("{}.{}", text(head.as_bytes()), text(claims.as_bytes()));
        let signature: Signature = SigningKey::from(&self.secret).sign(signed.as_bytes());
        format!(
            "vapid t={signed}.{}, k={}",
            text(&signature.to_bytes()),
            self.public()
        )
    }
}

impl std::fmt::Debug for VapidKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("VapidKey(…)")
    }
}

/// A key out of random bytes. Hardly ever are they none.
pub(crate) fn fresh_key(random: impl Fn(&mut [u8])) -> SecretKey {
    loop {
        let mut bytes = [0; 32];
        random(&mut bytes);
        if let Ok(key) = SecretKey::from_slice(&bytes) {
            return key;
        }
    }
}

#[cfg(test)]
mod tests {
    use p256::ecdsa::VerifyingKey;
    use p256::ecdsa::signature::Verifier as _;
    use serde_json::Value;

    use super::*;
    use crate::push::bytes;
    use crate::store::MemoryStore;

    #[tokio::test]
    async fn the_key_stays_and_signs() {
        let store = MemoryStore::new();
        let key = VapidKey::of(&store, |bytes| bytes.fill(7)).await.unwrap();
        let again = VapidKey::of(&store, |bytes| bytes.fill(9)).await.unwrap();
        assert_eq!(key.public(), again.public());
        assert_eq!(bytes(&key.public()).unwrap().len(), 65);

        let header = key.authorization("https://push.example", "https://play.example/", 1_000);
        let (token, shown) = header
            .strip_prefix("vapid t=")
            .unwrap()
            .split_once(", k=")
            .unwrap();
        assert_eq!(shown, key.public());
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let verifying = VerifyingKey::from_sec1_bytes(&bytes(shown).unwrap()).unwrap();
        let signature = Signature::from_slice(&bytes(signature).unwrap()).unwrap();
        assert!(verifying.verify(signed.as_bytes(), &signature).is_ok());
        assert!(verifying.verify(b"something else", &signature).is_err());
        let claims = bytes(signed.split_once('.').unwrap().1).unwrap();
        let claims: Value = serde_json::from_slice(&claims).unwrap();
        assert_eq!(claims["aud"], "https://push.example");
        assert_eq!(claims["exp"], 1_000 + GOOD_FOR);
    }
}
