//! Where a message may be pushed to. The address comes from a client, so it may be a trap: we would call whatever it names from
//! inside our network.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// The most letters of an endpoint.
const MOST_LETTERS: usize = 1024;

/// Which addresses may be called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Reach {
    /// Those of the public network, over TLS: the only ones for a server that others use.
    #[default]
    Public,
    /// Any, and without TLS: for tests.
    Anywhere,
}

/// The address of a subscription at a push service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint {
    /// Whether it is reached over TLS.
    pub is_tls: bool,
    /// The host: a name or an address, as it stands there.
    pub host: String,
    /// The port.
    pub port: u16,
    /// The path, with what follows it.
    pub path: String,
}

/// Why an address is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EndpointError {
    /// It is no address of this kind.
    Unreadable,
    /// It is not reached over TLS.
    NotTls,
    /// It names something in a private network.
    Private,
}

impl fmt::Display for EndpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EndpointError::Unreadable => "that is no address of a push service",
            EndpointError::NotTls => "the address of a push service should begin with https://",
            EndpointError::Private => "the address is not one of the public network",
        })
    }
}

impl std::error::Error for EndpointError {}

impl Endpoint {
    /// Reads an address, if it may be called.
    pub fn read(text: &str, reach: Reach) -> Result<Endpoint, EndpointError> {
        let plain = |letter: u8| letter.is_ascii_graphic() && !b"\"<>\\^`{|}".contains(&letter);
        if text.len() > MOST_LETTERS || !text.bytes().all(plain) {
            return Err(EndpointError::Unreadable);
        }
        let (is_tls, rest) = match (text.strip_prefix("https://"), text.strip_prefix("http://")) {
            (Some(rest), _) => (true, rest),
            (None, Some(rest)) if reach == Reach::Anywhere => (false, rest),
            (None, Some(_)) => return Err(EndpointError::NotTls),
            (None, None) => return Err(EndpointError::Unreadable),
        };
        let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
        let (authority, path) = rest.split_at(end);
        // Names and passwords in front of a host only serve to hide it.
        if authority.contains('@') || path.contains('#') {
            return Err(EndpointError::Unreadable);
        }
        let (host, port) = split_port(authority).ok_or(EndpointError::Unreadable)?;
        let endpoint = Endpoint {
            is_tls,
            host: host.to_ascii_lowercase(),
            port: port.unwrap_or(if is_tls { 443 } else { 80 }),
            path: if path.starts_with('/') {
                path.to_owned()
            } else {
                format!("/{path}")
            },
        };
        endpoint.check_host(reach)?;
        Ok(endpoint)
    }

    fn check_host(&self, reach: Reach) -> Result<(), EndpointError> {
        if let Some(address) = self.address() {
            return may_call(address, reach)
                .then_some(())
                .ok_or(EndpointError::Private);
        }
        let part = |part: &str| {
            let letters = part
                .bytes()
                .all(|letter| letter.is_ascii_alphanumeric() || letter == b'-');
            letters && (1..=63).contains(&part.len())
        };
        if !self.host.split('.').all(part) {
            return Err(EndpointError::Unreadable);
        }
        // Numbers that are no address in the usual way are one in some other way.
        let last = self.host.rsplit('.').next().unwrap_or_default();
        let is_number = last.bytes().all(|letter| letter.is_ascii_digit()) || last.starts_with("0x");
        let local = ["localhost", "local", "internal", "lan", "home", "arpa"];
        let inside = is_number || !self.host.contains('.') || local.contains(&last);
        if inside && reach == Reach::Public {
            return Err(EndpointError::Private);
        }
        Ok(())
    }

    /// The host, if it is an address and no name.
    pub fn address(&self) -> Option<IpAddr> {
        let host = self.host.trim_start_matches('[').trim_end_matches(']');
        host.parse().ok()
    }

    /// The service it belongs to: what a token is made for.
    pub fn origin(&self) -> String {
        let scheme = if self.is_tls { "https" } else { "http" };
        let usual = if self.is_tls { 443 } else { 80 };
        match self.port == usual {
            true => format!("{scheme}://{}", self.host),
            false => format!("{scheme}://{}:{}", self.host, self.port),
        }
    }
}

fn split_port(authority: &str) -> Option<(&str, Option<u16>)> {
    if let Some(rest) = authority.strip_prefix('[') {
        let (_, after) = rest.split_once(']')?;
        let host = &authority[..authority.len() - after.len()];
        return match after.strip_prefix(':') {
            Some(port) => Some((host, Some(port.parse().ok()?))),
            None => after.is_empty().then_some((host, None)),
        };
    }
    match authority.split_once(':') {
        Some((host, port)) => Some((host, Some(port.parse().ok()?))),
        None => Some((authority, None)),
    }
}

/// May this address be called?
pub(crate) fn may_call(address: IpAddr, reach: Reach) -> bool {
    reach == Reach::Anywhere
        || match address.to_canonical() {
            IpAddr::V4(address) => is_public_v4(address),
            IpAddr::V6(address) => is_public_v6(address),
        }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let shared = a == 100 && (64..128).contains(&b);
    let tests = a == 198 && (b == 18 || b == 19);
    let special = a == 192 && b == 0 && c == 0;
    let reserved = a >= 240 || a == 0;
    !(address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_multicast()
        || address.is_broadcast()
        || address.is_documentation()
        || shared
        || tests
        || special
        || reserved)
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let parts = address.segments();
    // Addresses of the public network begin so; some of them only wrap another one.
    let global = parts[0] & 0xe000 == 0x2000;
    let documentation = parts[0] == 0x2001 && parts[1] == 0xdb8 || parts[0] == 0x3fff;
    let special = parts[0] == 0x2001 && parts[1] < 0x200;
    let six_to_four = parts[0] == 0x2002;
    global && !documentation && !special && !six_to_four
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_push_services_are_read() {
        let endpoint = Endpoint::read("https://Push.example/send/a?b=c", Reach::Public).unwrap();
        assert_eq!((endpoint.host.as_str(), endpoint.port), ("push.example", 443));
        assert_eq!(endpoint.path, "/send/a?b=c");
        assert_eq!(endpoint.origin(), "https://push.example");
        let other = Endpoint::read("https://push.example:8443", Reach::Public).unwrap();
        assert_eq!(
            (other.path.as_str(), other.origin().as_str()),
            ("/", "https://push.example:8443")
        );
        let six = Endpoint::read("https://[2a00:1450::1]:444/x", Reach::Public).unwrap();
        assert_eq!(six.address(), Some("2a00:1450::1".parse().unwrap()));
    }

    #[test]
    fn traps_are_refused() {
        for (trap, why) in [
            ("", EndpointError::Unreadable),
            ("push.example", EndpointError::Unreadable),
            ("file:///etc/passwd", EndpointError::Unreadable),
            ("http://push.example/", EndpointError::NotTls),
            ("https://push.example@127.0.0.1/", EndpointError::Unreadable),
            ("https://push.example/\r\nHost: x", EndpointError::Unreadable),
            ("https://push example/", EndpointError::Unreadable),
            ("https://push.example:99999/", EndpointError::Unreadable),
            ("https:///x", EndpointError::Unreadable),
            ("https://push.example/#x", EndpointError::Unreadable),
            ("https://127.0.0.1/", EndpointError::Private),
            ("https://127.1/", EndpointError::Private),
            ("https://2130706433/", EndpointError::Private),
            ("https://0x7f000001/", EndpointError::Private),
            ("https://0177.0.0.1/", EndpointError::Private),
            ("https://localhost/", EndpointError::Private),
            ("https://printer.local/", EndpointError::Private),
            ("https://metadata.internal/", EndpointError::Private),
            ("https://10.1.2.3/", EndpointError::Private),
            ("https://172.16.0.1/", EndpointError::Private),
            ("https://192.168.1.1/", EndpointError::Private),
            ("https://169.254.169.254/latest", EndpointError::Private),
            ("https://100.64.0.1/", EndpointError::Private),
            ("https://0.0.0.0/", EndpointError::Private),
            ("https://[::1]/", EndpointError::Private),
            ("https://[::]/", EndpointError::Private),
            ("https://[::ffff:10.0.0.1]/", EndpointError::Private),
            ("https://[fe80::1]/", EndpointError::Private),
            ("https://[fd00::1]/", EndpointError::Private),
            ("https://[2002:7f00:1::]/", EndpointError::Private),
            ("https://[64:ff9b::7f00:1]/", EndpointError::Private),
        ] {
            assert_eq!(Endpoint::read(trap, Reach::Public), Err(why), "{trap}");
        }
        let long = format!("https://push.example/{}", "a".repeat(2_000));
        assert_eq!(
            Endpoint::read(&long, Reach::Public),
            Err(EndpointError::Unreadable)
        );
    }

    #[test]
    fn tests_may_call_this_machine() {
        let endpoint = Endpoint::read("http://127.0.0.1:8080/p", Reach::Anywhere).unwrap();
        assert_eq!((endpoint.is_tls, endpoint.port), (false, 8080));
        assert!(may_call("127.0.0.1".parse().unwrap(), Reach::Anywhere));
        assert!(!may_call("127.0.0.1".parse().unwrap(), Reach::Public));
        assert!(may_call("142.250.1.1".parse().unwrap(), Reach::Public));
    }
}
