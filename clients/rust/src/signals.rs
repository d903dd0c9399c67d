//! What people press to end a bot.

/// Waits for a signal that asks the process to end, and returns its number.
#[cfg(unix)]
pub(crate) async fn asked_to_end() -> i32 {
    use tokio::signal::unix::{signal, SignalKind};

    let listen = |kind| signal(kind).expect("the kit runs in a runtime that hears signals");
    let (interrupt, terminate) = (SignalKind::interrupt(), SignalKind::terminate());
    let (mut interrupted, mut terminated) = (listen(interrupt), listen(terminate));
    tokio::select! {
        _ = interrupted.recv() => interrupt.as_raw_value(),
        _ = terminated.recv() => terminate.as_raw_value(),
    }
}

/// Waits for ctrl-C, and returns the number that other systems have for it.
#[cfg(not(unix))]
pub(crate) async fn asked_to_end() -> i32 {
    tokio::signal::ctrl_c().await.expect("the kit runs in a runtime that hears signals");
    2
}
