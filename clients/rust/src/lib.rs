//! The Rust bot kit of muggins: implement [`Bot`], write [`Bot::decide`], call [`run`], and the kit does the rest.

#![warn(missing_docs)]

mod backoff;
mod bot;
mod cli;
mod connection;
pub mod dealing;
pub mod fair;
pub mod house;
pub mod notation;
mod player;
mod session;
mod signals;
mod table;
mod thinking;

pub use backoff::Backoff;
pub use bot::{Bot, Decided, Profile};
pub use cli::{run, start, Options};
pub use connection::{Connection, Exit};

/// The messages and stubs of the protocol, generated from `protos/`; the comments there say what each field means.
#[allow(missing_docs)]
pub mod v1 {
    tonic::include_proto!("muggins.v1");
}
