package muggins.bot;

import com.google.protobuf.ByteString;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import muggins.v1.Play.Commitments;
import muggins.v1.Play.Feature;
import muggins.v1.Play.Goodbye;
import muggins.v1.Play.Hello;
import muggins.v1.Play.MatchEnd;
import muggins.v1.Play.MatchStart;
import muggins.v1.Play.Notice;
import muggins.v1.Play.NoticeKind;
import muggins.v1.Play.PlayRequest;
import muggins.v1.Play.PlayResponse;
import muggins.v1.Play.SideResult;
import muggins.v1.Play.Turn;
import muggins.v1.Play.Welcome;

/**
 * A bot's side of the protocol without a network: messages in, calls of the bot and messages out. It lives through as
 * many sessions as the bot needs, and is for one thread at a time: a {@link Table} guards it. Moments are nanoseconds.
 */
final class Player {
    /** How long an answer may wait for those that are still being decided. */
    static final long LINGER = 1_000_000;

    private static final Logger LOG = Logger.getLogger("muggins.bot");
    private static final List<Feature> FEATURES =
            List.of(Feature.FEATURE_READY, Feature.FEATURE_ENTROPY, Feature.FEATURE_PING);

    /** A match that is being played. */
    private static final class Running {
        final FairDeal fair;
        boolean prepared; // the bot has returned from matchStarted

        Running(FairDeal fair) {
            this.fair = fair;
        }
    }

    private final Bot bot;
    private final SecureRandom random = new SecureRandom();
    private final Map<String, Running> matches = new HashMap<>();
    private final Thinking thinking = new Thinking();
    private PlayRequest.Builder out = PlayRequest.newBuilder();
    private Long since; // when the first thing was put into `out`; null while it is empty
    private boolean leaving;
    private boolean superseded;
    private long comeBackAfter;

    Player(Bot bot) {
        this.bot = bot;
    }

    /** Begin a session: its first message. Turns of a former session are forgotten; the server sends them again. */
    PlayRequest hello() {
        thinking.forgetWaiting();
        comeBackAfter = 0;
        out = PlayRequest.newBuilder();
        since = null;
        Hello hello = Hello.newBuilder()
                .setBotVersion(bot.version())
                .addAllGames(bot.games())
                .addAllSeats(bot.seats())
                .setMaxMatches(bot.maxMatches())
                .setShare(bot.share())
                .addAllFeatures(FEATURES)
                .build();
        PlayRequest.Builder first = PlayRequest.newBuilder().setHello(hello);
        return leaving ? first.setGoodbye(Goodbye.getDefaultInstance()).build() : first.build();
    }

    /** Take one message; what it asks of the bot waits for {@link #nextJob}. */
    void take(PlayResponse response, long now) {
        if (response.hasWelcome()) {
            welcome(response.getWelcome());
        }
        response.getStartsList().forEach(start -> start(start, now));
        response.getNoticesList().forEach(this::notice);
        response.getCommitmentsList().forEach(shown -> reveal(shown, now));
        response.getTurnsList().forEach(turn -> thinking.ask(turn, now));
        response.getEndsList().forEach(this::end);
        if (response.hasPing()) {
            out(now).getPongBuilder().setNonce(response.getPing().getNonce());
        }
        if (response.hasGoingAway()) {
            var hint = response.getGoingAway().getComeBackAfter();
            comeBackAfter = 1_000_000_000 * hint.getSeconds() + hint.getNanos();
        }
    }

    /** The next call of the bot, or null. */
    Job nextJob() {
        return thinking.next();
    }

    /** Whether calls of the bot wait. */
    boolean hasJobs() {
        return thinking.isWaiting();
    }

    /** The bot has returned from matchStarted. */
    void prepared(String matchId, long now) {
        Running running = matches.get(matchId);
        if (running != null) {
            running.prepared = true;
            ready(matchId, running, now);
        }
    }

    /**
     * The bot has returned from decide, with a move or with null. Returns whether the sender has to look: the first
     * answer of a message starts its wait, and the last one ends it.
     */
    boolean decided(Turn turn, String move, long now) {
        boolean first = since == null;
        if (thinking.thought(turn.getTurnId()) && move != null) {
            out(now).addDecisionsBuilder().setTurnId(turn.getTurnId()).setMove(move);
        }
        return since != null && (first || thinking.isIdle());
    }

    /** What is to be sent now, or null: it goes when nothing more is being decided, or it has waited enough. */
    PlayRequest collect(long now) {
        if (since == null || !thinking.isIdle() && now - since < LINGER) {
            return null;
        }
        PlayRequest ready = out.build();
        out = PlayRequest.newBuilder();
        since = null;
        return ready;
    }

    /** In how many nanoseconds {@link #collect} will have something, at the latest; null when nothing is to be sent. */
    Long sendIn(long now) {
        return since == null ? null : Math.max(0, since + LINGER - now);
    }

    /** Ask for no new matches; the running ones are played to their end. Returns how many there are. */
    int goodbye(long now) {
        leaving = true;
        out(now).setGoodbye(Goodbye.getDefaultInstance());
        return matches.size();
    }

    boolean isLeaving() {
        return leaving;
    }

    /** Whether the bot leaves and no match holds it. */
    boolean isDone() {
        return leaving && matches.isEmpty();
    }

    /** Whether a newer session has taken over. */
    boolean isSuperseded() {
        return superseded;
    }

    /** The nanoseconds for which the server, going away, asked not to come back. */
    long comeBackAfter() {
        return comeBackAfter;
    }

    private PlayRequest.Builder out(long now) {
        since = since == null ? (Long) now : since;
        return out;
    }

    private void welcome(Welcome welcome) {
        LOG.info(() -> "connected as " + welcome.getBot());
        for (String matchId : List.copyOf(matches.keySet())) {
            if (!welcome.getLiveMatchesList().contains(matchId)) {
                forget(matchId);
            }
        }
    }

    private void start(MatchStart start, long now) {
        Running running = matches.get(start.getMatchId());
        if (running == null) {
            byte[] entropy = new byte[32];
            random.nextBytes(entropy);
            FairDeal fair = new FairDeal(start.getSeat(), start.getServerCommitment(), entropy);
            matches.put(start.getMatchId(), new Running(fair));
            thinking.tell(new Job.Started(start));
        } else if (running.prepared) { // it is sent once more after a reconnection
            ready(start.getMatchId(), running, now);
        }
    }

    private void ready(String matchId, Running running, long now) {
        out(now).addReadyBuilder().setMatchId(matchId).setEntropyCommitment(running.fair.commitment());
    }

    private void notice(Notice notice) {
        thinking.drop(notice.getTurnId()); // whatever it says of a turn, that turn waits no longer
        superseded |= notice.getKind() == NoticeKind.NOTICE_KIND_SUPERSEDED;
        thinking.tell(new Job.Told(notice));
    }

    private void reveal(Commitments shown, long now) {
        Running running = matches.get(shown.getMatchId());
        if (running != null) {
            ByteString entropy = running.fair.reveal(shown.getEntropyCommitmentsList());
            out(now).addRevealsBuilder().setMatchId(shown.getMatchId()).setEntropy(entropy);
        }
    }

    private void end(MatchEnd end) {
        Running running = forget(end.getMatchId());
        if (running != null) {
            report(running.fair, end);
        }
        thinking.tell(new Job.Ended(end));
    }

    private Running forget(String matchId) {
        thinking.dropMatch(matchId);
        return matches.remove(matchId);
    }

    /** Say how a match ended, and what of its deals was not as promised. */
    private static void report(FairDeal fair, MatchEnd end) {
        List<SideResult> sides = end.getSidesList();
        if (!sides.isEmpty()) {
            Object[] words = {
                end.getMatchId(),
                sides.get(fair.seat % sides.size()).getPlace() + 1, // partners share a side
                sides.size(),
                sides.stream().map(side -> "" + side.getPoints()).collect(Collectors.joining(" : "))
            };
            LOG.log(Level.INFO, "match {0} ended: place {1} of {2}, game points {3}", words);
        }
        if (!end.getServerSeed().isEmpty()) {
            LOG.fine(() -> "match " + end.getMatchId() + " was dealt from " + seed(end));
            for (String problem : fair.brokenPromises(end.getServerSeed(), end.getEntropiesList())) {
                LOG.warning("match " + end.getMatchId() + " was not dealt fairly: " + problem);
            }
        }
    }

    private static String seed(MatchEnd end) {
        List<byte[]> entropies = end.getEntropiesList().stream().map(ByteString::toByteArray).toList();
        return HexFormat.of().formatHex(Dealing.matchSeed(end.getServerSeed().toByteArray(), entropies));
    }
}
