package muggins.bot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import com.google.protobuf.Duration;
import java.util.ArrayList;
import java.util.List;
import muggins.v1.Play.Clock;
import muggins.v1.Play.Commitments;
import muggins.v1.Play.GoingAway;
import muggins.v1.Play.MatchEnd;
import muggins.v1.Play.MatchStart;
import muggins.v1.Play.Notice;
import muggins.v1.Play.Ping;
import muggins.v1.Play.PlayResponse;
import muggins.v1.Play.Turn;
import muggins.v1.Play.Welcome;
import org.junit.jupiter.api.Test;

class PlayerTest {
    private static final long NOW = Long.MAX_VALUE - 5; // nanoseconds may run over

    private final Player player = new Player(turn -> "6-4");

    @Test
    void theTurnThatIsDueFirstIsThoughtAboutFirst() {
        take(turns(turn(1, "m", 3000), turn(2, "n", 1000), turn(3, "o", 2000)));
        assertEquals(List.of(2L, 3L, 1L), asked());
    }

    @Test
    void answersGoTogetherAndWaitAMillisecondAtMost() {
        take(turns(turn(1, "m", 1), turn(2, "n", 2), turn(3, "o", 3)));
        asked();
        assertTrue(player.decided(turn(1, "m", 1), "6-4", NOW));
        assertFalse(player.decided(turn(2, "n", 2), "6-4", NOW)); // the sender waits already
        assertNull(player.collect(NOW));
        assertEquals(2, player.collect(NOW + Player.LINGER).getDecisionsCount());
        assertTrue(player.decided(turn(3, "o", 3), "6-4", NOW));
        assertEquals(1, player.collect(NOW).getDecisionsCount()); // nothing else is thought about
        assertNull(player.collect(NOW));
    }

    @Test
    void aMatchIsReadyWhenTheBotIsAndAgainAfterAReconnection() {
        take(starts("m"));
        assertNull(player.collect(NOW));
        assertInstanceOf(Job.Started.class, player.nextJob());
        player.prepared("m", NOW);
        var first = player.collect(NOW).getReadyList();
        player.hello();
        take(starts("m"));
        assertNull(player.nextJob());
        assertEquals(first, player.collect(NOW).getReadyList());
        assertEquals(32, first.get(0).getEntropyCommitment().size());
    }

    @Test
    void entropyIsRevealedOnlyWhereOurOwnCommitmentIsShown() {
        ByteString ours = playing("m");
        assertEquals(ours, FairDeal.commitment(revealed(List.of(ByteString.EMPTY, ours))));
        assertEquals(ByteString.EMPTY, revealed(List.of(ours, ByteString.EMPTY)));
    }

    @Test
    void anEndAndANoticeCancelTurns() {
        playing("m");
        take(turns(turn(1, "m", 1), turn(2, "n", 1), turn(3, "o", 1))
                .addEnds(MatchEnd.newBuilder().setMatchId("m")));
        take(PlayResponse.newBuilder().addNotices(Notice.newBuilder().setTurnId(2)));
        assertEquals(List.of(3L), asked());
    }

    @Test
    void aTurnThatIsThoughtAboutIsNotBegunAgainAndItsAnswerGoesToTheNextSession() {
        take(turns(turn(1, "m", 1)));
        assertEquals(List.of(1L), asked());
        player.hello();
        take(turns(turn(1, "m", 1)));
        assertEquals(List.of(), asked());
        player.decided(turn(1, "m", 1), "6-4", NOW);
        assertEquals(1, player.collect(NOW).getDecisions(0).getTurnId());
    }

    @Test
    void matchesThatTheServerDoesNotNameAreOver() {
        playing("m");
        assertEquals(1, player.goodbye(NOW));
        assertFalse(player.isDone());
        assertTrue(player.hello().hasGoodbye());
        take(PlayResponse.newBuilder().setWelcome(Welcome.getDefaultInstance()));
        assertTrue(player.isDone());
    }

    @Test
    void pingsAndGoingAway() {
        Duration hint = Duration.newBuilder().setSeconds(2).build();
        take(PlayResponse.newBuilder()
                .setPing(Ping.newBuilder().setNonce(7))
                .setGoingAway(GoingAway.newBuilder().setComeBackAfter(hint)));
        assertEquals(7, player.collect(NOW).getPong().getNonce());
        assertEquals(2_000_000_000, player.comeBackAfter());
    }

    private void take(PlayResponse.Builder response) {
        player.take(response.build(), NOW);
    }

    /** The ids of the turns that would be thought about, in this order. */
    private List<Long> asked() {
        List<Long> ids = new ArrayList<>();
        for (Job job = player.nextJob(); job != null; job = player.nextJob()) {
            if (job instanceof Job.Asked asked) {
                ids.add(asked.turn().getTurnId());
            }
        }
        return ids;
    }

    /** Starts a match in seat 1, and returns the bot's commitment. */
    private ByteString playing(String matchId) {
        take(starts(matchId));
        player.nextJob();
        player.prepared(matchId, NOW);
        return player.collect(NOW).getReady(0).getEntropyCommitment();
    }

    private ByteString revealed(List<ByteString> commitments) {
        var shown = Commitments.newBuilder().setMatchId("m").addAllEntropyCommitments(commitments);
        take(PlayResponse.newBuilder().addCommitments(shown));
        return player.collect(NOW).getReveals(0).getEntropy();
    }

    private static PlayResponse.Builder starts(String matchId) {
        return PlayResponse.newBuilder().addStarts(MatchStart.newBuilder().setMatchId(matchId).setSeat(1));
    }

    private static PlayResponse.Builder turns(Turn... turns) {
        return PlayResponse.newBuilder().addAllTurns(List.of(turns));
    }

    private static Turn turn(long id, String matchId, long left) {
        Clock clock = Clock.newBuilder().setMoveLeftUs(left).build();
        return Turn.newBuilder().setTurnId(id).setMatchId(matchId).setClock(clock).build();
    }
}
