//! One stream, from hello to its end.

use std::time::{Duration, Instant};

use tokio::sync::mpsc;
use tokio::time::sleep_until;
use tokio_stream::wrappers::ReceiverStream;
use tonic::metadata::{Ascii, MetadataValue};
use tonic::transport::Channel;
use tonic::{Request, Status};

use crate::table::Table;
use crate::v1::play_service_client::PlayServiceClient;
use crate::Bot;

/// Turns of hundreds of matches may come in one message.
const MOST_BYTES: usize = 16 << 20;
const FOREVER: Duration = Duration::from_secs(86_400);

/// Play until the stream ends, or there is a reason to end it.  After a goodbye, and with no match left, the server has
/// `grace` to end the stream.
pub(crate) async fn play<B: Bot>(
    table: &Table<B>,
    channel: Channel,
    bearer: MetadataValue<Ascii>,
    grace: Duration,
) -> Result<(), Status> {
    let (outbound, requests) = mpsc::channel(1); // while the stream is full, answers gather in the player
    let _ = outbound.send(table.with(|player| player.hello())).await;
    let mut request = Request::new(ReceiverStream::new(requests));
    request.metadata_mut().insert("authorization", bearer);
    let mut client = PlayServiceClient::new(channel).max_decoding_message_size(MOST_BYTES);
    let mut inbound = client.play(request).await?.into_inner();
    let mut done_since = None;
    loop {
        let now = Instant::now();
        let (ready, send_at, done, superseded) =
            table.with(|player| (player.collect(now), player.send_at(), player.is_done(), player.superseded));
        if superseded {
            return Ok(());
        }
        if let Some(ready) = ready {
            let _ = outbound.send(ready).await; // if the stream has ended, the read says why
        }
        let leave_at = done.then(|| *done_since.get_or_insert(now) + grace);
        let wake_at = send_at.or(leave_at).unwrap_or(now + FOREVER);
        tokio::select! {
            message = inbound.message() => match message? {
                Some(response) => table.take(response),
                None => return Ok(()),
            },
            () = table.news.notified() => {}
            () = sleep_until(wake_at.into()) => if send_at.is_none() && done { return Ok(()) },
        }
    }
}
