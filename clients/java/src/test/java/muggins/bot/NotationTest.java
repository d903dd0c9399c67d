package muggins.bot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class NotationTest {
    private final Vectors vectors = new Vectors("notation.json");

    NotationTest() throws IOException {}

    @Test
    void cardsAreTakenApartAndInTheOrderOfThePack() {
        List<Card> pack = new ArrayList<>();
        for (JsonObject vector : vectors.each("cards")) {
            Card card = Card.parse(text(vector, "text"));
            assertEquals(text(vector, "text"), card.toString());
            assertEquals(vector.get("rank").getAsInt(), card.rank());
            assertEquals(text(vector, "suit"), "" + card.suit());
            assertEquals(vector.get("value").getAsInt(), card.value());
            pack.add(card);
        }
        assertEquals(pack.stream().sorted().toList(), pack);
        assertEquals(52, pack.size());
    }

    @Test
    void tilesAreTakenApart() {
        for (String key : List.of("tiles", "turned_tiles")) {
            for (JsonObject vector : vectors.each(key)) {
                Tile tile = Tile.parse(text(vector, "text"));
                assertEquals(text(vector, "text"), tile.toString());
                List<JsonElement> halves = vector.getAsJsonArray("halves").asList();
                assertEquals(halves.stream().map(JsonElement::getAsInt).toList(), List.of(tile.first(), tile.second()));
                assertEquals(vector.get("double").getAsBoolean(), tile.isDouble());
            }
        }
    }

    @Test
    void movesAreTakenApart() {
        for (JsonObject vector : vectors.each("cribbage_moves")) {
            List<String> cards = Card.ofMove(text(vector, "text")).stream().map(Card::toString).toList();
            List<JsonElement> expected = vector.getAsJsonArray("cards").asList();
            assertEquals(expected.stream().map(JsonElement::getAsString).toList(), cards);
        }
        for (JsonObject vector : vectors.each("fives_moves")) {
            Placement placed = Placement.parse(text(vector, "text"));
            assertEquals(text(vector, "text"), placed.toString());
            assertEquals(text(vector, "tile"), placed.tile().toString());
            String end = placed.end() == Placement.End.NONE ? "" : placed.end().name().substring(0, 1);
            assertEquals(text(vector, "end"), end);
        }
    }

    @Test
    void whatIsNoneIsNone() {
        vectors.texts("no_cards").forEach(text -> refused(() -> Card.parse(text)));
        vectors.texts("no_tiles").forEach(text -> refused(() -> Tile.parse(text)));
        vectors.texts("no_fives_moves").forEach(text -> refused(() -> Placement.parse(text)));
    }

    private static void refused(Runnable parse) {
        assertThrows(IllegalArgumentException.class, parse::run);
    }

    private static String text(JsonObject vector, String key) {
        return vector.get(key).getAsString();
    }
}
