//! A bot without the kit, from the generated stubs alone: `cargo run --example plain ADDRESS TOKEN`

use std::{env, error::Error};

use muggins_bot::v1::{play_service_client::PlayServiceClient, Decision, Hello, PlayRequest};
use tokio_stream::wrappers::ReceiverStream;
use tonic::Request;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().collect();
    let [_, address, token] = &arguments[..] else { return Err("plain ADDRESS TOKEN".into()) };
    let (answers, requests) = tokio::sync::mpsc::channel(16);
    let hello = Hello { bot_version: "plain".into(), max_matches: 4, ..Default::default() };
    answers.send(PlayRequest { hello: Some(hello), ..Default::default() }).await?;
    let mut request = Request::new(ReceiverStream::new(requests));
    request.metadata_mut().insert("authorization", format!("Bearer {token}").parse()?);
    let mut client = PlayServiceClient::connect(format!("http://{address}")).await?;
    let mut responses = client.play(request).await?.into_inner();
    while let Some(response) = responses.message().await? {
        let decide = |turn: muggins_bot::v1::Turn| {
            let chosen = rand::random_range(0..turn.legal_moves.len());
            Decision { turn_id: turn.turn_id, r#move: turn.legal_moves[chosen].clone() }
        };
        let decisions: Vec<Decision> = response.turns.into_iter().map(decide).collect();
        if !decisions.is_empty() {
            answers.send(PlayRequest { decisions, ..Default::default() }).await?;
        }
    }
    Ok(())
}
