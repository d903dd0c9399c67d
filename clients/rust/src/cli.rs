//! The command line of a bot.

use std::error::Error;
use std::fs;
use std::path::PathBuf;
use std::process::{exit, ExitCode};

use clap::{Args, Parser};

use crate::connection::Connection;
use crate::signals::asked_to_end;
use crate::Bot;

/// The options that every bot understands, to be flattened into a parser.
#[derive(Args, Clone, Debug)]
pub struct Options {
    /// HOST:PORT of the server
    #[arg(long, env = "MUGGINS_ADDRESS", default_value = "localhost:7411")]
    pub address: String,
    /// The bot's token (better in MUGGINS_TOKEN, where no list of processes shows it)
    #[arg(long, env = "MUGGINS_TOKEN", hide_env_values = true)]
    pub token: Option<String>,
    /// Connect with TLS
    #[arg(long)]
    pub tls: bool,
    /// Connect with TLS and trust the certificates in this PEM file
    #[arg(long)]
    pub ca: Option<PathBuf>,
    /// Report only what goes wrong
    #[arg(long)]
    pub quiet: bool,
}

#[derive(Parser)]
#[command(about = "Play on a muggins server.")]
struct Alone {
    #[command(flatten)]
    options: Options,
}

/// Run a bot from the command line of its own program, until the server or a signal ends it.
///
/// SIGINT or SIGTERM says goodbye and lets the running matches finish; a second one ends the process at once.
pub fn run(bot: impl Bot) -> ExitCode {
    start(bot, &Alone::parse().options)
}

/// Like [`run`], with options that were read already.
pub fn start(bot: impl Bot, options: &Options) -> ExitCode {
    let level = if options.quiet { "warn" } else { "info" };
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or(level)).format_target(false).init();
    let connection = match connection(bot, options) {
        Ok(connection) => connection,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
    let runtime = tokio::runtime::Runtime::new().expect("the system lets us start threads");
    runtime.block_on(until_signalled(connection))
}

fn connection<B: Bot>(bot: B, options: &Options) -> Result<Connection<B>, Box<dyn Error>> {
    let token = options.token.as_deref().filter(|token| !token.is_empty());
    let token =
        token.ok_or("a bot needs a token: give --token or set MUGGINS_TOKEN ('muggins bot add NAME' prints one)")?;
    let connection = Connection::new(bot, &options.address, token)?;
    match &options.ca {
        Some(ca) => {
            let pem = fs::read_to_string(ca).map_err(|error| format!("cannot read {}: {error}", ca.display()))?;
            Ok(connection.with_tls(Some(pem))?)
        }
        None if options.tls => Ok(connection.with_tls(None)?),
        None => Ok(connection),
    }
}

async fn until_signalled<B: Bot>(mut connection: Connection<B>) -> ExitCode {
    let leave = connection.leaver();
    tokio::spawn(async move {
        asked_to_end().await;
        log::info!("goodbye: finishing {} running matches", leave());
        exit(128 + asked_to_end().await); // as a shell counts a process that a signal has ended
    });
    ExitCode::from(connection.run().await as u8)
}
