package muggins.bot.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import muggins.v1.Fives.FivesView;
import muggins.v1.Play.Turn;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

class GreedyBotTest {
    private final GreedyBot greedy = new GreedyBot();

    /** clients/vectors/README.md says how the file of recorded turns is made. */
    @Test
    @EnabledIfEnvironmentVariable(named = "MUGGINS_TURNS", matches = ".+")
    void recordedTurnsAreAnsweredAsByPython() throws IOException {
        List<String> lines = Files.readAllLines(Path.of(System.getenv("MUGGINS_TURNS")));
        for (String line : lines) {
            String[] parts = line.split(" ");
            Turn turn = Turn.parseFrom(HexFormat.of().parseHex(parts[1]));
            assertEquals(parts[0], greedy.decide(turn), turn::toString);
        }
        assertTrue(lines.size() >= 1000);
    }

    @Test
    void pointsBeyondTheTargetAreWorthNothing() {
        FivesView view = FivesView.newBuilder()
                .addAllHand(List.of("5-4", "3-0", "1-1"))
                .addAllTilesLeft(List.of(3, 5))
                .addAllScores(List.of(60, 0))
                .setTarget(61)
                .build();
        Turn turn = Turn.newBuilder().setFives(view).addAllLegalMoves(view.getHandList()).build();
        assertEquals("3-0", greedy.decide(turn)); // one point and the game; nine would be void
    }
}
