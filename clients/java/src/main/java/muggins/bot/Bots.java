package muggins.bot;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import sun.misc.Signal;

/** Runs bots from the command line. */
public final class Bots {
    private static final Logger LOG = Logger.getLogger("muggins.bot");

    private Bots() {}

    /**
     * Play until the server or a signal ends it, and exit.
     *
     * <p>SIGINT or SIGTERM says goodbye and lets the running matches finish; a second one ends the process at once.
     */
    public static void run(Bot bot, String... arguments) throws InterruptedException {
        System.setProperty("java.util.logging.SimpleFormatter.format", "%1$tF %1$tT %4$s %5$s%6$s%n");
        if (Arrays.asList(arguments).contains("--help")) {
            System.out.println("Play on a muggins server.\n\n" + Options.USAGE);
            System.exit(0);
        }
        try {
            Options options = Options.parse(arguments, System.getenv());
            LOG.setLevel(options.quiet() ? Level.WARNING : Level.INFO);
            Connection connection = new Connection(bot, options.address(), options.token(), options.credentials());
            leaveWhenAsked(connection);
            System.exit(connection.run().code);
        } catch (IllegalArgumentException | IOException wrong) {
            System.err.println(wrong.getMessage());
            System.exit(2);
        }
    }

    private static void leaveWhenAsked(Connection connection) {
        for (String name : List.of("INT", "TERM")) {
            Signal.handle(new Signal(name), signal -> {
                for (String each : List.of("INT", "TERM")) {
                    Signal.handle(new Signal(each), again -> Runtime.getRuntime().halt(128 + again.getNumber()));
                }
                int running = connection.leave();
                LOG.info(() -> "goodbye: finishing " + running + " running matches");
            });
        }
    }
}
