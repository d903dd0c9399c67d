package muggins.bot;

import io.grpc.ChannelCredentials;
import io.grpc.Grpc;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.logging.Logger;

/** Keeps a bot connected to a server: it dials, plays, and dials again. */
public final class Connection {
    private static final Logger LOG = Logger.getLogger("muggins.bot");

    /** Trying again would not help. */
    private static final Set<Status.Code> REFUSALS = Set.of(
            Status.Code.UNAUTHENTICATED,
            Status.Code.PERMISSION_DENIED,
            Status.Code.INVALID_ARGUMENT,
            Status.Code.UNIMPLEMENTED);

    /** Turns of hundreds of matches may come in one message. */
    private static final int MOST_BYTES = 16 << 20;

    private final Table table;
    private final String address;
    private final String token;
    private final ChannelCredentials credentials;
    private final Backoff backoff;
    private final Duration grace;

    /** A connection to {@code address} ("host:port"), in plain text or with TLS as the credentials say. */
    public Connection(Bot bot, String address, String token, ChannelCredentials credentials) {
        this(bot, address, token, credentials, new Backoff(Duration.ofMillis(200), Duration.ofSeconds(20)),
                Duration.ofSeconds(1));
    }

    /** After a goodbye, and with no match left, the server gets {@code grace} to end the stream. */
    Connection(
            Bot bot, String address, String token, ChannelCredentials credentials, Backoff backoff, Duration grace) {
        this.table = new Table(bot);
        this.address = address;
        this.token = token;
        this.credentials = credentials;
        this.backoff = backoff;
        this.grace = grace;
    }

    /** Play until there is a reason to stop. */
    public Exit run() throws InterruptedException {
        try {
            while (true) {
                long started = System.nanoTime();
                Status status = session();
                backoff.lasted(Duration.ofNanos(System.nanoTime() - started));
                Exit exit = verdict(status);
                if (exit != null) {
                    return exit;
                }
                pause(status.isOk() ? "it ended the stream" : words(status));
            }
        } finally {
            table.close();
        }
    }

    /** Say goodbye: finish the running matches, get no new ones, then stop. Returns how many are running. */
    public int leave() {
        return table.leave();
    }

    private Status session() throws InterruptedException {
        // A server that has vanished is noticed within half a minute; a ping more often may be held against us.
        ManagedChannel channel = Grpc.newChannelBuilder(address, credentials)
                .keepAliveTime(20, TimeUnit.SECONDS)
                .keepAliveTimeout(5, TimeUnit.SECONDS)
                .keepAliveWithoutCalls(true)
                .maxInboundMessageSize(MOST_BYTES)
                .build();
        try {
            return new Session(table).play(channel, token, grace.toNanos());
        } finally {
            channel.shutdownNow().awaitTermination(1, TimeUnit.SECONDS);
        }
    }

    /** The reason to stop, or null. */
    private Exit verdict(Status status) {
        if (table.with(Player::isSuperseded)) {
            LOG.severe("a newer session of this bot has taken over; this one stops");
            return Exit.SUPERSEDED;
        }
        if (REFUSALS.contains(status.getCode())) {
            LOG.severe(address + " refused this bot: " + words(status));
            return Exit.REFUSED;
        }
        return table.with(Player::isDone) ? Exit.LEFT : null;
    }

    private void pause(String why) throws InterruptedException {
        long pause = backoff.pause().toNanos() + table.with(Player::comeBackAfter);
        LOG.warning(() ->
                String.format("no connection to %s (%s); trying again in %.1f s", address, why, pause / 1e9));
        table.pause(pause);
    }

    private static String words(Status status) {
        if (status.getCause() != null) { // says what "io exception" does not
            return status.getCause().getMessage();
        }
        return status.getDescription() == null ? status.getCode().name() : status.getDescription();
    }
}
