//! A bot against a referee that does what the test says, behind a real server.

use std::sync::{mpsc as std_mpsc, Mutex};
use std::time::Duration;

use muggins_bot::v1::play_service_server::{PlayService, PlayServiceServer};
use muggins_bot::v1::{
    Clock, Commitments, MatchEnd, MatchStart, Notice, NoticeKind, PlayRequest, PlayResponse, Turn, Welcome,
};
use muggins_bot::{Backoff, Bot, Connection, Decided, Exit, Profile};
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_stream::wrappers::{ReceiverStream, TcpListenerStream};
use tonic::{Request, Response, Status, Streaming};

/// One stream of a bot, seen from the server.
struct Session {
    authorization: String,
    from_bot: Streaming<PlayRequest>,
    to_bot: mpsc::Sender<Result<PlayResponse, Status>>,
}

impl Session {
    async fn receive(&mut self) -> PlayRequest {
        soon(self.from_bot.message()).await.unwrap().expect("the bot has ended the stream")
    }

    async fn send(&self, response: PlayResponse) {
        self.to_bot.send(Ok(response)).await.unwrap();
    }

    /// Read the hello, and answer it.
    async fn welcome(&mut self, live: &[&str]) -> PlayRequest {
        let first = self.receive().await;
        let live_matches = live.iter().map(ToString::to_string).collect();
        let welcome = Some(Welcome { live_matches, ..Default::default() });
        self.send(PlayResponse { welcome, ..Default::default() }).await;
        first
    }

    /// The ids of turns in the order of their answers, and how many messages held them.
    async fn answers(&mut self, count: usize) -> (Vec<u64>, usize) {
        let (mut ids, mut messages) = (Vec::new(), 0);
        while ids.len() < count {
            ids.extend(self.receive().await.decisions.iter().map(|decision| decision.turn_id));
            messages += 1;
        }
        (ids, messages)
    }
}

struct Referee {
    sessions: mpsc::UnboundedSender<Session>,
}

#[tonic::async_trait]
impl PlayService for Referee {
    type PlayStream = ReceiverStream<Result<PlayResponse, Status>>;

    async fn play(&self, request: Request<Streaming<PlayRequest>>) -> Result<Response<Self::PlayStream>, Status> {
        let authorization = request.metadata().get("authorization").unwrap().to_str().unwrap().to_string();
        if authorization == "Bearer wrong" {
            return Err(Status::unauthenticated("no such token"));
        }
        let (to_bot, responses) = mpsc::channel(1);
        self.sessions.send(Session { authorization, from_bot: request.into_inner(), to_bot }).unwrap();
        Ok(Response::new(ReceiverStream::new(responses)))
    }
}

struct Game {
    sessions: mpsc::UnboundedReceiver<Session>,
    leave: Box<dyn Fn() -> usize>,
    exit: JoinHandle<Exit>,
}

impl Game {
    async fn session(&mut self) -> Session {
        soon(self.sessions.recv()).await.unwrap()
    }
}

/// Connects a bot to a referee on a free port of this machine.
async fn connect(bot: impl Bot, token: &str) -> Game {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let (opened, sessions) = mpsc::unbounded_channel();
    let server = tonic::transport::Server::builder().add_service(PlayServiceServer::new(Referee { sessions: opened }));
    tokio::spawn(server.serve_with_incoming(TcpListenerStream::new(listener)));
    let mut connection = Connection::new(bot, &address, token)
        .unwrap()
        .with_backoff(Backoff::new(Duration::from_millis(1), Duration::from_millis(10)))
        .with_grace(Duration::from_millis(50));
    let leave = Box::new(connection.leaver());
    Game { sessions, leave, exit: tokio::spawn(async move { connection.run().await }) }
}

async fn soon<T>(result: impl std::future::Future<Output = T>) -> T {
    timeout(Duration::from_secs(10), result).await.expect("it takes too long")
}

fn turn(turn_id: u64) -> Turn {
    let clock = Some(Clock { move_left_us: 1_000_000, ..Default::default() });
    Turn { turn_id, match_id: "m".into(), clock, legal_moves: vec!["6-4".into()], ..Default::default() }
}

fn turns(ids: impl IntoIterator<Item = u64>) -> PlayResponse {
    PlayResponse { turns: ids.into_iter().map(turn).collect(), ..Default::default() }
}

fn starts(match_id: &str) -> PlayResponse {
    PlayResponse { starts: vec![MatchStart { match_id: match_id.into(), ..Default::default() }], ..Default::default() }
}

/// Takes the first move, and fails where there is none.
struct First;

impl Bot for First {
    fn decide(&self, turn: &Turn) -> Decided {
        assert_ne!(turn.turn_id, 13, "an unlucky turn");
        Ok(turn.legal_moves.first().ok_or("no moves")?.clone())
    }
}

/// Thinks about turn 1 until it is told to stop.
struct Slow(Mutex<std_mpsc::Receiver<()>>);

impl Bot for Slow {
    fn decide(&self, turn: &Turn) -> Decided {
        if turn.turn_id == 1 {
            self.0.lock().unwrap().recv()?;
        }
        Ok(turn.legal_moves[0].clone())
    }

    fn profile(&self) -> Profile {
        Profile { version: "slow".into(), threads: 2, ..Profile::default() }
    }
}

#[tokio::test]
async fn a_batch_is_answered_in_few_messages() {
    let mut game = connect(First, "secret").await;
    let mut session = game.session().await;
    assert_eq!(session.authorization, "Bearer secret");
    let hello = session.welcome(&[]).await.hello.unwrap();
    assert_eq!((hello.max_matches, hello.features), (8, vec![1, 2, 3]));
    session.send(turns(100..612)).await;
    let (mut ids, messages) = session.answers(512).await;
    ids.sort_unstable();
    assert_eq!(ids, Vec::from_iter(100..612));
    assert!(messages < 256, "{messages} messages");
}

#[tokio::test]
async fn a_slow_decision_holds_up_no_other() {
    let (stop, stopped) = std_mpsc::channel();
    let mut game = connect(Slow(Mutex::new(stopped)), "secret").await;
    let mut session = game.session().await;
    assert_eq!(session.welcome(&[]).await.hello.unwrap().bot_version, "slow");
    session.send(turns(1..4)).await;
    assert_eq!(session.answers(2).await.0, [2, 3]);
    session.send(turns([4])).await;
    assert_eq!(session.answers(1).await.0, [4]);
    stop.send(()).unwrap();
    assert_eq!(session.answers(1).await.0, [1]);
}

#[tokio::test]
async fn a_failing_decision_is_no_move_and_ends_nothing() {
    let mut game = connect(First, "secret").await;
    let mut session = game.session().await;
    session.welcome(&[]).await;
    let nothing = Turn { turn_id: 12, ..Default::default() };
    session.send(PlayResponse { turns: vec![nothing, turn(13), turn(14)], ..Default::default() }).await;
    assert_eq!(session.answers(1).await.0, [14]);
}

#[tokio::test]
async fn it_comes_back_and_goes_on_with_its_matches() {
    let mut game = connect(First, "secret").await;
    let mut session = game.session().await;
    session.welcome(&[]).await;
    session.send(starts("m")).await;
    let ready = session.receive().await.ready;
    drop(session);
    let mut session = game.session().await;
    session.welcome(&["m"]).await;
    session.send(PlayResponse { turns: vec![turn(7)], ..starts("m") }).await;
    let again = session.receive().await;
    assert_eq!(again.ready, ready);
    if again.decisions.is_empty() {
        assert_eq!(session.answers(1).await.0, [7]);
    }
}

#[tokio::test]
async fn it_reveals_to_a_server_that_shows_its_commitment() {
    let mut game = connect(First, "secret").await;
    let mut session = game.session().await;
    session.welcome(&[]).await;
    session.send(starts("m")).await;
    let entropy_commitments = vec![session.receive().await.ready[0].entropy_commitment.clone(), vec![]];
    let shown = Commitments { match_id: "m".into(), entropy_commitments };
    session.send(PlayResponse { commitments: vec![shown.clone()], ..Default::default() }).await;
    let entropy = session.receive().await.reveals.remove(0).entropy;
    assert_eq!(muggins_bot::fair::commitment(&entropy)[..], shown.entropy_commitments[0]);
}

#[tokio::test]
async fn goodbye_finishes_what_runs() {
    let mut game = connect(First, "secret").await;
    let mut session = game.session().await;
    session.welcome(&[]).await;
    session.send(starts("m")).await;
    session.receive().await;
    assert_eq!((game.leave)(), 1);
    assert!(session.receive().await.goodbye.is_some());
    session.send(turns([5])).await;
    assert_eq!(session.answers(1).await.0, [5]);
    let ends = vec![MatchEnd { match_id: "m".into(), ..Default::default() }];
    session.send(PlayResponse { ends, ..Default::default() }).await;
    assert_eq!(soon(game.exit).await.unwrap(), Exit::Left);
}

#[tokio::test]
async fn a_session_that_was_taken_over_does_not_come_back() {
    let mut game = connect(First, "secret").await;
    let mut session = game.session().await;
    session.welcome(&[]).await;
    let notices = vec![Notice { kind: NoticeKind::Superseded.into(), ..Default::default() }];
    session.send(PlayResponse { notices, ..Default::default() }).await;
    assert_eq!(soon(game.exit).await.unwrap(), Exit::Superseded);
}

#[tokio::test]
async fn a_wrong_token_is_not_tried_again() {
    let game = connect(First, "wrong").await;
    assert_eq!(soon(game.exit).await.unwrap(), Exit::Refused);
}
