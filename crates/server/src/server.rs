//! Everything put together: the app, and whether all is well.

use std::net::TcpListener;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde_json::json;
use tokio_util::sync::CancellationToken;

use crate::app::{self, AppFiles, Headers};
use crate::front::{self, Doors};
use crate::limits::Limits;
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
}

/// A server, ready to run.
pub struct Server {
    shared: Arc<Shared>,
    router: Router,
}

struct Shared {
    settings: Settings,
    headers: Headers,
    store: Arc<dyn Store>,
    stop: CancellationToken,
}

impl Server {
    /// A server on this store.
    pub fn new(settings: Settings, store: Arc<dyn Store>) -> Server {
        let shared = Arc::new(Shared {
            headers: Headers::new(settings.public_url.as_deref()),
            store,
            stop: CancellationToken::new(),
            settings,
        });
        let app = Router::new()
            .fallback(app::answer)
            .with_state(Arc::clone(&shared.settings.app));
        let router = Router::new()
            .route("/healthz", get(health))
            .route("/api/about", get(about))
            .with_state(Arc::clone(&shared))
            .fallback_service(app)
            .layer(from_fn_with_state(Arc::clone(&shared), with_headers));
        Server { shared, router }
    }

    /// Cancelled, it ends the server.
    pub fn stop_token(&self) -> CancellationToken {
        self.shared.stop.clone()
    }

    /// Its routes, for whoever puts them under a path of their own.
    pub fn router(&self) -> Router {
        self.router.clone()
    }

    /// Answers until it is stopped.
    pub async fn run(self, listener: TcpListener) -> std::io::Result<()> {
        let router = self.router.clone();
        self.run_router(router, listener).await
    }

    /// The same with these routes, of which its own are a part.
    pub async fn run_router(self, router: Router, listener: TcpListener) -> std::io::Result<()> {
        let limits = self.shared.settings.limits;
        let doors = Doors {
            connections: limits.connections,
            per_address: limits.connections_per_address,
        };
        listener.set_nonblocking(true)?;
        let listener = tokio::net::TcpListener::from_std(listener)?;
        front::serve(listener, router, doors, self.stop_token()).await;
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
    let (status, said) = if shared.stop.is_cancelled() {
        (StatusCode::SERVICE_UNAVAILABLE, "stopping\n")
    } else if shared.store.heads(&[String::new()]).await.is_err() {
        (StatusCode::SERVICE_UNAVAILABLE, "no database\n")
    } else {
        (StatusCode::OK, "ok\n")
    };
    (status, no_store, said).into_response()
}

/// That there is a server at all, for the app.
async fn about(State(shared): State<Arc<Shared>>) -> Response {
    let no_store = [(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))];
    let about = json!({
        "v": 1,
        "app": concat!("finaud ", env!("CARGO_PKG_VERSION")),
        "url": shared.settings.public_url,
        "local": shared.settings.is_local,
    });
    (no_store, Json(about)).into_response()
}
