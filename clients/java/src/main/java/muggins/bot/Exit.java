package muggins.bot;

/** Why a bot has stopped. */
public enum Exit {
    /** It said goodbye, and its matches are over. */
    LEFT(0),
    /** A newer session of the same bot has taken over. */
    SUPERSEDED(1),
    /** The server refused it; trying again would not help. */
    REFUSED(2);

    /** The exit code of its process. */
    public final int code;

    Exit(int code) {
        this.code = code;
    }
}
