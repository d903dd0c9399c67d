package muggins.bot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.InsecureChannelCredentials;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import muggins.bot.Referee.Session;
import muggins.v1.Play.Decision;
import muggins.v1.Play.MatchEnd;
import muggins.v1.Play.MatchStart;
import muggins.v1.Play.Notice;
import muggins.v1.Play.NoticeKind;
import muggins.v1.Play.PlayResponse;
import muggins.v1.Play.Turn;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ConnectionTest {
    private final Referee referee = new Referee();
    private Connection connection;
    private FutureTask<Exit> exit;
    private Thread thread;

    ConnectionTest() throws IOException {}

    @AfterEach
    void close() {
        thread.interrupt();
        referee.close();
    }

    @Test
    void aBatchIsAnsweredInFewMessages() throws InterruptedException {
        Session session = connect(ConnectionTest::first);
        assertEquals("Bearer secret", session.authorization);
        assertEquals(8, session.welcome().getHello().getMaxMatches());
        session.send(turns(LongStream.range(100, 612).toArray()));
        List<List<Decision>> messages = session.answers(512);
        assertEquals(LongStream.range(100, 612).boxed().toList(), ids(messages).stream().sorted().toList());
        assertTrue(messages.size() < 256, () -> messages.size() + " messages");
    }

    @Test
    void aSlowDecisionHoldsUpNoOther() throws InterruptedException {
        CountDownLatch stop = new CountDownLatch(1);
        Session session = connect(turn -> {
            if (turn.getTurnId() == 1) {
                stop.await();
            }
            return first(turn);
        });
        session.welcome();
        session.send(turns(1, 2, 3));
        assertEquals(List.of(2L, 3L), ids(session.answers(2)).stream().sorted().toList());
        session.send(turns(4));
        assertEquals(List.of(4L), ids(session.answers(1)));
        stop.countDown();
        assertEquals(List.of(1L), ids(session.answers(1)));
    }

    @Test
    void aFailingDecisionIsNoMoveAndEndsNothing() throws InterruptedException {
        Session session = connect(turn -> {
            assertNotEquals(12, turn.getTurnId(), "an unlucky turn");
            return turn.getTurnId() == 13 ? null : turn.getLegalMoves(0);
        });
        session.welcome();
        session.send(turns(12, 13, 14).addTurns(Turn.newBuilder().setTurnId(15)));
        assertEquals(List.of(14L), ids(session.answers(1)));
    }

    @Test
    void itComesBackAndGoesOnWithItsMatches() throws InterruptedException {
        Session former = connect(ConnectionTest::first);
        former.welcome();
        former.send(start());
        var ready = former.receive().getReadyList();
        former.toBot.onCompleted();
        Session session = referee.session();
        session.welcome("m");
        session.send(start());
        assertEquals(ready, session.receive().getReadyList());
        session.send(turns(7));
        assertEquals(List.of(7L), ids(session.answers(1)));
    }

    @Test
    void goodbyeFinishesWhatRuns() throws Exception {
        Session session = connect(ConnectionTest::first);
        session.welcome();
        session.send(start());
        session.receive();
        assertEquals(1, connection.leave());
        assertTrue(session.receive().hasGoodbye());
        session.send(turns(5));
        assertEquals(List.of(5L), ids(session.answers(1)));
        session.send(PlayResponse.newBuilder().addEnds(MatchEnd.newBuilder().setMatchId("m")));
        assertEquals(Exit.LEFT, ended());
    }

    @Test
    void aSessionThatWasTakenOverDoesNotComeBack() throws Exception {
        Session session = connect(ConnectionTest::first);
        session.welcome();
        Notice notice = Notice.newBuilder().setKind(NoticeKind.NOTICE_KIND_SUPERSEDED).build();
        session.send(PlayResponse.newBuilder().addNotices(notice));
        assertEquals(Exit.SUPERSEDED, ended());
    }

    @Test
    void aWrongTokenIsNotTriedAgain() throws Exception {
        start(ConnectionTest::first, "wrong");
        assertEquals(Exit.REFUSED, ended());
    }

    private Session connect(Bot bot) throws InterruptedException {
        start(bot, "secret");
        return referee.session();
    }

    private void start(Bot bot, String token) {
        Backoff backoff = new Backoff(Duration.ofMillis(1), Duration.ofMillis(10));
        connection = new Connection(
                bot, referee.address(), token, InsecureChannelCredentials.create(), backoff, Duration.ofMillis(50));
        exit = new FutureTask<>(connection::run);
        thread = new Thread(exit);
        thread.start();
    }

    private Exit ended() throws Exception {
        return exit.get(10, TimeUnit.SECONDS);
    }

    private static String first(Turn turn) {
        return turn.getLegalMoves(0);
    }

    private static List<Long> ids(List<List<Decision>> messages) {
        return messages.stream().flatMap(Collection::stream).map(Decision::getTurnId).toList();
    }

    private static PlayResponse.Builder start() {
        return PlayResponse.newBuilder().addStarts(MatchStart.newBuilder().setMatchId("m"));
    }

    private static PlayResponse.Builder turns(long... ids) {
        PlayResponse.Builder response = PlayResponse.newBuilder();
        for (long id : ids) {
            response.addTurnsBuilder().setTurnId(id).setMatchId("m").addLegalMoves("6-4");
        }
        return response;
    }
}
