use super::*;
use crate::fair::commitment;
use crate::v1::{Clock, GoingAway, Ping};

fn player() -> Player {
    Player::new(Profile::default())
}

fn turn(turn_id: u64, match_id: &str, left: u64) -> Turn {
    let clock = Some(Clock { move_left_us: left, ..Default::default() });
    Turn { turn_id, match_id: match_id.into(), clock, legal_moves: vec!["6-4".into()], ..Default::default() }
}

fn start(match_id: &str) -> MatchStart {
    MatchStart { match_id: match_id.into(), seat: 1, ..Default::default() }
}

/// The ids of the turns that would be thought about, in this order.
fn asked(player: &mut Player) -> Vec<u64> {
    let mut ids = Vec::new();
    while let Some(job) = player.next_job() {
        if let Job::Asked(turn) = job {
            ids.push(turn.turn_id);
        }
    }
    ids
}

fn playing(match_id: &str, now: Instant) -> Player {
    let mut player = player();
    player.take(PlayResponse { starts: vec![start(match_id)], ..Default::default() }, now);
    player.next_job();
    player.prepared(match_id, now);
    player
}

#[test]
fn the_turn_that_is_due_first_is_thought_about_first() {
    let mut player = player();
    let turns = vec![turn(1, "m", 3000), turn(2, "n", 1000), turn(3, "o", 2000)];
    player.take(PlayResponse { turns, ..Default::default() }, Instant::now());
    assert_eq!(asked(&mut player), [2, 3, 1]);
}

#[test]
fn answers_go_together_and_wait_a_millisecond_at_most() {
    let (mut player, now) = (player(), Instant::now());
    let turns = vec![turn(1, "m", 1), turn(2, "n", 2), turn(3, "o", 3)];
    player.take(PlayResponse { turns: turns.clone(), ..Default::default() }, now);
    asked(&mut player);
    assert!(player.decided(&turns[0], Some("6-4".into()), now));
    assert!(!player.decided(&turns[1], Some("6-4".into()), now)); // the sender waits already
    assert!(player.collect(now).is_none());
    assert_eq!(player.collect(now + LINGER).unwrap().decisions.len(), 2);
    assert!(player.decided(&turns[2], Some("6-4".into()), now));
    assert_eq!(player.collect(now).unwrap().decisions.len(), 1); // nothing else is thought about
    assert!(player.collect(now).is_none());
}

#[test]
fn a_match_is_ready_when_the_bot_is_and_again_after_a_reconnection() {
    let now = Instant::now();
    let mut player = player();
    player.take(PlayResponse { starts: vec![start("m")], ..Default::default() }, now);
    assert!(player.collect(now).is_none());
    assert!(matches!(player.next_job(), Some(Job::Started(_))));
    player.prepared("m", now);
    let first = player.collect(now).unwrap().ready;
    player.hello();
    player.take(PlayResponse { starts: vec![start("m")], ..Default::default() }, now);
    assert!(player.next_job().is_none());
    assert_eq!(player.collect(now).unwrap().ready, first);
    assert_eq!(first[0].entropy_commitment.len(), 32);
}

#[test]
fn entropy_is_revealed_only_where_our_own_commitment_is_shown() {
    let now = Instant::now();
    let mut player = playing("m", now);
    let ours = player.collect(now).unwrap().ready.remove(0).entropy_commitment;
    let mut revealed = |entropy_commitments| {
        let shown = Commitments { match_id: "m".into(), entropy_commitments };
        player.take(PlayResponse { commitments: vec![shown], ..Default::default() }, now);
        player.collect(now).unwrap().reveals.remove(0).entropy
    };
    assert_eq!(commitment(&revealed(vec![vec![], ours.clone()]))[..], ours);
    assert!(revealed(vec![ours, vec![]]).is_empty());
}

#[test]
fn an_end_and_a_notice_cancel_turns() {
    let now = Instant::now();
    let mut player = playing("m", now);
    let turns = vec![turn(1, "m", 1), turn(2, "n", 1), turn(3, "o", 1)];
    let ends = vec![MatchEnd { match_id: "m".into(), ..Default::default() }];
    player.take(PlayResponse { turns, ends, ..Default::default() }, now);
    let notices = vec![Notice { turn_id: 2, ..Default::default() }];
    player.take(PlayResponse { notices, ..Default::default() }, now);
    assert_eq!(asked(&mut player), [3]);
}

#[test]
fn a_turn_that_is_thought_about_is_not_begun_again_and_its_answer_goes_to_the_next_session() {
    let (mut player, now) = (player(), Instant::now());
    let turns = vec![turn(1, "m", 1)];
    player.take(PlayResponse { turns: turns.clone(), ..Default::default() }, now);
    assert_eq!(asked(&mut player), [1]);
    player.hello();
    player.take(PlayResponse { turns: turns.clone(), ..Default::default() }, now);
    assert!(asked(&mut player).is_empty());
    player.decided(&turns[0], Some("6-4".into()), now);
    assert_eq!(player.collect(now).unwrap().decisions[0].turn_id, 1);
}

#[test]
fn matches_that_the_server_does_not_name_are_over() {
    let now = Instant::now();
    let mut player = playing("m", now);
    assert_eq!(player.goodbye(now), 1);
    assert!(!player.is_done());
    assert_eq!(player.hello().goodbye, Some(Goodbye {}));
    player.take(PlayResponse { welcome: Some(Welcome::default()), ..Default::default() }, now);
    assert!(player.is_done());
}

#[test]
fn pings_and_going_away() {
    let (mut player, now) = (player(), Instant::now());
    let come_back_after = Some(prost_types::Duration { seconds: 2, nanos: 0 });
    let going_away = Some(GoingAway { come_back_after, ..Default::default() });
    player.take(PlayResponse { ping: Some(Ping { nonce: 7 }), going_away, ..Default::default() }, now);
    assert_eq!(player.collect(now).unwrap().pong, Some(Pong { nonce: 7 }));
    assert_eq!(player.come_back_after, Duration::from_secs(2));
}
