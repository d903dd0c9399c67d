package muggins.bot;

import io.grpc.ChannelCredentials;
import io.grpc.InsecureChannelCredentials;
import io.grpc.TlsChannelCredentials;
import java.io.File;
import java.io.IOException;
import java.util.Map;

/** What a bot's command line says; {@code ca} is null without --ca. */
record Options(String address, String token, boolean tls, File ca, boolean quiet) {
    static final String USAGE =
            """
            options:
              --address HOST:PORT  of the server (or MUGGINS_ADDRESS; default localhost:7411)
              --token TOKEN        the bot's token (better in MUGGINS_TOKEN, where no list of processes shows it)
              --tls                connect with TLS
              --ca FILE            connect with TLS and trust the certificates in this PEM file
              --quiet              report only what goes wrong""";

    /** Throws IllegalArgumentException with one clear line. */
    static Options parse(String[] arguments, Map<String, String> environment) {
        String address = environment.getOrDefault("MUGGINS_ADDRESS", "localhost:7411");
        String token = environment.getOrDefault("MUGGINS_TOKEN", "");
        boolean tls = false;
        File ca = null;
        boolean quiet = false;
        for (int next = 0; next < arguments.length; next++) {
            switch (arguments[next]) {
                case "--address" -> address = valueOf(arguments, next++);
                case "--token" -> token = valueOf(arguments, next++);
                case "--ca" -> ca = new File(valueOf(arguments, next++));
                case "--tls" -> tls = true;
                case "--quiet" -> quiet = true;
                default -> throw new IllegalArgumentException("there is no option " + arguments[next]);
            }
        }
        if (token.isEmpty()) {
            throw new IllegalArgumentException(
                    "a bot needs a token: give --token or set MUGGINS_TOKEN ('muggins bot add NAME' prints one)");
        }
        return new Options(address, token, tls, ca, quiet);
    }

    /** Throws IOException where the certificates cannot be read. */
    ChannelCredentials credentials() throws IOException {
        if (ca != null) {
            return TlsChannelCredentials.newBuilder().trustManager(ca).build();
        }
        return tls ? TlsChannelCredentials.create() : InsecureChannelCredentials.create();
    }

    private static String valueOf(String[] arguments, int option) {
        if (option + 1 == arguments.length) {
            throw new IllegalArgumentException(arguments[option] + " needs a value");
        }
        return arguments[option + 1];
    }
}
