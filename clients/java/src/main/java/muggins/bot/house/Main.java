package muggins.bot.house;

import java.util.Arrays;
import java.util.Map;
import java.util.function.Supplier;
import muggins.bot.Bot;
import muggins.bot.Bots;

/** A house bot on a muggins server: {@code java -jar muggins-bot.jar greedy --address HOST:PORT} */
public final class Main {
    private static final Map<String, Supplier<Bot>> HOUSE =
            Map.of("greedy", GreedyBot::new, "random", RandomBot::new);

    private Main() {}

    public static void main(String[] arguments) throws InterruptedException {
        if (arguments.length == 0 || !HOUSE.containsKey(arguments[0])) {
            System.err.println("which house bot: greedy or random?");
            System.exit(2);
        }
        Bots.run(HOUSE.get(arguments[0]).get(), Arrays.copyOfRange(arguments, 1, arguments.length));
    }
}
