//! Everything put together: the app, the tables, and whether all is well.

use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use tokio_util::sync::CancellationToken;

use crate::api::{self, Api};
use crate::app::{self, AppFiles, Headers};
use crate::bus::Bus;
use crate::front::{self, Doors};
use crate::limits::{AddressBook, AddressHasher, Limits};
use crate::node::{Clock, Node, Parts, Thinkers, system_random};
use crate::push::{PushService, PushSettings};
use crate::standing::jobs;
use crate::store::Store;

/// What a server is told.
pub struct Settings {
    /// The app.
    pub app: Arc<dyn AppFiles>,
    /// Where people find this server, with a slash at the end.
    pub public_url: Option<String>,
    /// Whether only this machine can open its links.
    pub is_local: bool,
    /// Whether a proxy in front says whom a request comes from.
    pub behind_proxy: bool,
    /// How much it does.
    pub limits: Limits,
    /// How notifications are sent.
    pub push: PushSettings,
}

/// A server, ready to run.
pub struct Server {
    shared: Arc<Shared>,
    router: Router,
}

struct Shared {
    headers: Headers,
    store: Arc<dyn Store>,
    node: Arc<Node>,
    limits: Limits,
    hasher: AddressHasher,
}

/// How long what was begun may go on after the stop.
const STOP_PATIENCE: Duration = Duration::from_secs(5);

impl Server {
    /// A server on this store, which tells other nodes on this bus. It belongs into a runtime, where its node lives at once.
    pub fn new(settings: Settings, store: Arc<dyn Store>, bus: Bus) -> Server {
        Server::at_time(settings, store, bus, Clock::System)
    }

    /// The same with a clock of its own, for those who want to know what it does tomorrow.
    pub fn at_time(settings: Settings, store: Arc<dyn Store>, bus: Bus, clock: Clock) -> Server {
        let limits = settings.limits;
        let random = system_random();
        let mut salt = [0; 16];
        random(&mut salt);
        let hasher = AddressHasher::new(salt);
        let node = Node::start(Parts {
            store: Arc::clone(&store),
            bus,
            limits,
            clock,
            random,
            thinkers: Thinkers::threads(limits.thinkers),
        });
        let push = Arc::new(PushService::new(&settings.push, settings.public_url.as_deref()));
        jobs::start(&node, &push);
        let shared = Arc::new(Shared {
            headers: Headers::new(settings.public_url.as_deref()),
            store,
            node: Arc::clone(&node),
            limits,
            hasher,
        });
        let app = Router::new()
            .fallback(app::answer)
            .with_state(Arc::clone(&settings.app));
        let tables = api::routes(Arc::new(Api {
            node,
            addresses: AddressBook::new(limits, hasher),
            push,
            settings,
        }));
        let router = Router::new()
            .route("/healthz", get(health))
            .with_state(Arc::clone(&shared))
            .merge(tables)
            .fallback_service(app)
            .layer(from_fn_with_state(Arc::clone(&shared), with_headers));
        Server { shared, router }
    }

    /// Cancelled, it ends the server.
    pub fn stop_token(&self) -> CancellationToken {
        self.shared.node.stop_token().clone()
    }

    /// Its routes, for whoever puts them under a path of their own.
    pub fn router(&self) -> Router {
        self.router.clone()
    }

    /// Answers until it is stopped; metrics are for those who can reach the other listener.
    pub async fn run(self, listener: TcpListener, metrics: Option<TcpListener>) -> std::io::Result<()> {
        let router = self.router.clone();
        self.run_router(router, listener, metrics).await
    }

    /// The same with these routes, of which its own are a part.
    pub async fn run_router(
        self,
        router: Router,
        listener: TcpListener,
        metrics: Option<TcpListener>,
    ) -> std::io::Result<()> {
        let limits = self.shared.limits;
        let doors = Doors {
            connections: limits.connections,
            per_address: limits.connections_per_address,
            hasher: self.shared.hasher,
        };
        let stop = self.stop_token();
        listener.set_nonblocking(true)?;
        let listener = tokio::net::TcpListener::from_std(listener)?;
        if let Some(metrics) = metrics {
            metrics.set_nonblocking(true)?;
            let metrics = tokio::net::TcpListener::from_std(metrics)?;
            let counted = Arc::clone(&self.shared.node.metrics);
            let page = Router::new().route("/metrics", get(async move || counted.page()));
            let few = Doors {
                connections: 16,
                per_address: 16,
                hasher: self.shared.hasher,
            };
            tokio::spawn(front::serve(metrics, page, few, stop.clone()));
        }
        let ended = async {
            stop.cancelled().await;
            self.shared.node.stopped(STOP_PATIENCE).await;
        };
        tokio::join!(front::serve(listener, router, doors, stop.clone()), ended);
        Ok(())
    }
}

async fn with_headers(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    shared.headers.add(&mut response);
    response
}

/// Whether this server can be sent people.
async fn health(State(shared): State<Arc<Shared>>) -> Response {
    let no_store = [(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))];
    let (status, said) = if shared.node.stop_token().is_cancelled() {
        (StatusCode::SERVICE_UNAVAILABLE, "stopping\n")
    } else if shared.store.heads(&[String::new()]).await.is_err() {
        (StatusCode::SERVICE_UNAVAILABLE, "no database\n")
    } else {
        (StatusCode::OK, "ok\n")
    };
    (status, no_store, said).into_response()
}
