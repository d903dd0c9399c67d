//! A bot's connection to a server: it dials, plays, and dials again.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::time::{sleep, timeout};
use tonic::metadata::{Ascii, MetadataValue};
use tonic::transport::{Certificate, ClientTlsConfig, Endpoint};
use tonic::{Code, Status};

use crate::session;
use crate::table::Table;
use crate::{Backoff, Bot};

/// Why a bot has stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// It said goodbye, and its matches are over.
    Left = 0,
    /// A newer session of the same bot has taken over.
    Superseded = 1,
    /// The server refused it; trying again would not help.
    Refused = 2,
}

/// Keeps a bot connected to a server.
pub struct Connection<B: Bot> {
    table: Arc<Table<B>>,
    address: String,
    endpoint: Endpoint,
    bearer: MetadataValue<Ascii>,
    backoff: Backoff,
    grace: Duration,
}

impl<B: Bot> Connection<B> {
    /// A connection to `address` ("host:port"), in plain text.  Fails where address or token cannot be any.
    pub fn new(bot: B, address: &str, token: &str) -> Result<Self, Box<dyn std::error::Error>> {
        Ok(Connection {
            table: Table::new(bot),
            address: address.into(),
            endpoint: endpoint(&format!("http://{address}"))?,
            bearer: format!("Bearer {token}").parse()?,
            backoff: Backoff::default(),
            grace: Duration::from_secs(1),
        })
    }

    /// Connect with TLS, and trust the certificates of the system, or those in a PEM text.
    pub fn with_tls(mut self, pem: Option<String>) -> Result<Self, tonic::transport::Error> {
        let tls = match pem {
            Some(pem) => ClientTlsConfig::new().ca_certificate(Certificate::from_pem(pem)),
            None => ClientTlsConfig::new().with_native_roots(),
        };
        self.endpoint = endpoint(&format!("https://{}", self.address))?.tls_config(tls)?;
        Ok(self)
    }

    /// Pause between attempts like this.
    pub fn with_backoff(mut self, backoff: Backoff) -> Self {
        self.backoff = backoff;
        self
    }

    /// Give the server so long to end the stream after a goodbye, with no match left.
    pub fn with_grace(mut self, grace: Duration) -> Self {
        self.grace = grace;
        self
    }

    /// What says goodbye when it is called: the running matches are finished, no new ones come, and `run` returns.  It
    /// returns how many matches are running.
    pub fn leaver(&self) -> impl Fn() -> usize + Send + Sync + 'static {
        let table = Arc::clone(&self.table);
        move || table.leave()
    }

    /// Play until there is a reason to stop.
    pub async fn run(&mut self) -> Exit {
        loop {
            let started = Instant::now();
            let ended = self.session().await;
            self.backoff.lasted(started.elapsed());
            if let Some(exit) = self.verdict(&ended) {
                return exit;
            }
            let why = ended.err().map_or("it ended the stream".into(), |status| words(&status));
            self.pause(&why).await;
        }
    }

    async fn session(&self) -> Result<(), Status> {
        let dialled = self.endpoint.connect().await;
        let channel = dialled.map_err(|error| Status::unavailable(reason(&error)))?;
        session::play(&self.table, channel, self.bearer.clone(), self.grace).await
    }

    fn verdict(&self, ended: &Result<(), Status>) -> Option<Exit> {
        let (superseded, done) = self.table.with(|player| (player.superseded, player.is_done()));
        if superseded {
            log::error!("a newer session of this bot has taken over; this one stops");
            return Some(Exit::Superseded);
        }
        match ended {
            Err(status) if is_refusal(status.code()) => {
                log::error!("{} refused this bot: {}", self.address, words(status));
                Some(Exit::Refused)
            }
            _ => done.then_some(Exit::Left),
        }
    }

    async fn pause(&mut self, why: &str) {
        let (leaving, hint) = self.table.with(|player| (player.leaving, player.come_back_after));
        let pause = self.backoff.pause() + hint;
        log::warn!("no connection to {} ({why}); trying again in {:.1} s", self.address, pause.as_secs_f64());
        if leaving {
            sleep(pause).await; // matches wait for us, and nothing can shorten the pause any more
        } else {
            let _ = timeout(pause, self.table.leaving.notified()).await;
        }
    }
}

impl<B: Bot> Drop for Connection<B> {
    fn drop(&mut self) {
        self.table.close();
    }
}

/// A server that has vanished is noticed within half a minute; a ping more often than this may be held against us.
fn endpoint(uri: &str) -> Result<Endpoint, tonic::transport::Error> {
    Ok(Endpoint::from_shared(uri.to_string())?
        .connect_timeout(Duration::from_secs(10))
        .http2_keep_alive_interval(Duration::from_secs(20))
        .keep_alive_timeout(Duration::from_secs(5))
        .keep_alive_while_idle(true))
}

fn is_refusal(code: Code) -> bool {
    matches!(code, Code::Unauthenticated | Code::PermissionDenied | Code::InvalidArgument | Code::Unimplemented)
}

fn words(status: &Status) -> String {
    if status.message().is_empty() {
        status.code().to_string()
    } else {
        status.message().into()
    }
}

/// The innermost cause, for the outer ones only say "transport error".
fn reason(error: &dyn std::error::Error) -> String {
    let mut cause = error;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    cause.to_string()
}
