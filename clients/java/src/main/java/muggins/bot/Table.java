package muggins.bot;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;
import muggins.v1.Play.PlayRequest;
import muggins.v1.Play.PlayResponse;
import muggins.v1.Play.Turn;

/** The bot and its player between the network and the threads that think. */
final class Table {
    private static final Logger LOG = Logger.getLogger("muggins.bot");

    private final Bot bot;
    private final Player player; // guarded by lock
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition work = lock.newCondition();
    private final Condition news = lock.newCondition(); // something may be ready to be sent, or the bot is to leave
    private boolean closed;

    /** Seats the bot; its threads think until {@link #close}. */
    Table(Bot bot) {
        this.bot = bot;
        this.player = new Player(bot);
        for (int number = 1; number <= Math.max(1, bot.threads()); number++) {
            Thread thread = new Thread(this::think, "muggins-bot-" + number);
            thread.setDaemon(true);
            thread.start();
        }
    }

    /** Look at the player. */
    <T> T with(Function<Player, T> look) {
        lock.lock();
        try {
            return look.apply(player);
        } finally {
            lock.unlock();
        }
    }

    /** Take one message of the server. */
    void take(PlayResponse response) {
        change(() -> {
            player.take(response, System.nanoTime());
            work.signal();
        });
    }

    /** Say goodbye: finish the running matches, get no new ones. Returns how many are running. */
    int leave() {
        int running = with(player -> player.goodbye(System.nanoTime()));
        wake();
        return running;
    }

    /** Let whoever waits for something to send look again. */
    void wake() {
        change(() -> {});
    }

    /** Let the threads end. */
    void close() {
        change(() -> {
            closed = true;
            work.signalAll();
        });
    }

    /**
     * Wait for something to send. Null when the session is over: it has ended, a newer one has taken over, or the bot
     * has left and {@code grace} nanoseconds have passed.
     */
    PlayRequest nextMessage(BooleanSupplier ended, long grace) throws InterruptedException {
        lock.lock();
        try {
            long graceLeft = grace;
            while (!ended.getAsBoolean() && !player.isSuperseded() && graceLeft > 0) {
                long now = System.nanoTime();
                PlayRequest ready = player.collect(now);
                if (ready != null) {
                    return ready;
                }
                Long sendIn = player.sendIn(now);
                if (sendIn != null) {
                    news.awaitNanos(sendIn);
                } else if (player.isDone()) {
                    graceLeft = news.awaitNanos(graceLeft);
                } else {
                    news.await();
                }
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    /** Sleep so many nanoseconds, or until the bot is to leave. */
    void pause(long nanos) throws InterruptedException {
        lock.lock();
        try {
            boolean wasLeaving = player.isLeaving(); // matches wait for us, and nothing can shorten the pause any more
            long left = nanos;
            while (left > 0 && player.isLeaving() == wasLeaving) {
                left = news.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    private void change(Runnable change) {
        lock.lock();
        try {
            change.run();
            news.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void think() {
        try {
            for (Job job = nextJob(); job != null; job = nextJob()) {
                if (job instanceof Job.Asked asked) {
                    decide(asked.turn());
                } else {
                    tell(job);
                }
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for a job. Null when the table is closed. */
    private Job nextJob() throws InterruptedException {
        lock.lock();
        try {
            while (!closed) {
                Job job = player.nextJob();
                if (job != null) {
                    if (player.hasJobs()) {
                        work.signal(); // each thread that finds work wakes the next
                    }
                    return job;
                }
                work.await();
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    private void decide(Turn turn) {
        String move = null;
        try {
            move = bot.decide(turn);
            if (move == null) {
                LOG.severe(() -> "decide returned null; the clock runs on of " + turn);
            }
        } catch (Exception | StackOverflowError | AssertionError failure) {
            LOG.log(Level.SEVERE, failure, () -> "decide failed; the clock runs on of " + turn);
        }
        String decided = move;
        if (with(player -> player.decided(turn, decided, System.nanoTime()))) {
            wake();
        }
    }

    /** Call a hook of the bot; what goes wrong in it is the author's to see, and ends nothing. */
    private void tell(Job job) {
        try {
            if (job instanceof Job.Started started) {
                bot.matchStarted(started.start());
            } else if (job instanceof Job.Ended ended) {
                bot.matchEnded(ended.end());
            } else if (job instanceof Job.Told told) {
                bot.notice(told.notice());
            }
        } catch (RuntimeException | StackOverflowError | AssertionError failure) {
            LOG.log(Level.SEVERE, "a hook of the bot failed", failure);
        }
        if (job instanceof Job.Started started) {
            change(() -> player.prepared(started.start().getMatchId(), System.nanoTime()));
        }
    }
}
