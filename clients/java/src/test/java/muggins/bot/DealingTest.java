package muggins.bot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.protobuf.ByteString;
import java.io.IOException;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class DealingTest {
    private static final ByteString SERVER = ByteString.copyFrom(new byte[32]);
    private static final byte[] ENTROPY = "32 bytes that the bot has chosen".getBytes();
    private static final ByteString OURS = ByteString.copyFrom(ENTROPY);
    private static final ByteString THEIRS = ByteString.copyFromUtf8("32 bytes that others have chosen");

    @Test
    void commitmentsAndSeeds() throws IOException {
        Vectors vectors = new Vectors("commitments.json");
        for (JsonObject vector : vectors.each("commitments")) {
            assertArrayEquals(bytes(vector.get("commitment")), Dealing.commitment(bytes(vector.get("value"))));
        }
        for (JsonObject vector : vectors.each("seeds")) {
            List<byte[]> entropies =
                    vector.getAsJsonArray("entropies").asList().stream().map(DealingTest::bytes).toList();
            byte[] seed = Dealing.matchSeed(bytes(vector.get("server")), entropies);
            assertArrayEquals(bytes(vector.get("seed")), seed);
        }
    }

    @Test
    void shuffles() throws IOException {
        for (JsonObject vector : new Vectors("dealing.json").each("shuffles")) {
            int[] pieces = vector.getAsJsonArray("pieces").asList().stream().mapToInt(JsonElement::getAsInt).toArray();
            String label = vector.get("label").getAsString();
            int size = vector.get("size").getAsInt();
            assertArrayEquals(pieces, Dealing.shuffle(bytes(vector.get("seed")), label, size, pieces.length));
        }
    }

    @Test
    void keptPromises() {
        FairDeal deal = fair(OURS, THEIRS);
        assertEquals(List.of(), deal.brokenPromises(SERVER, List.of(OURS, THEIRS)));
        assertEquals(List.of(), deal.brokenPromises(SERVER, List.of(OURS, ByteString.EMPTY)));
    }

    @Test
    void brokenPromises() {
        FairDeal deal = fair(OURS, THEIRS);
        assertEquals(
                List.of("the server's seed is not the one that it committed to"),
                deal.brokenPromises(OURS, List.of(OURS, THEIRS)));
        assertEquals(
                List.of("the server did not use the entropy that we revealed"),
                deal.brokenPromises(SERVER, List.of(THEIRS, THEIRS)));
        assertEquals(
                List.of("the entropy of seat 1 is not the one that it committed to"),
                deal.brokenPromises(SERVER, List.of(OURS, SERVER)));
    }

    @Test
    void anExchangedCommitmentIsToldNothing() {
        FairDeal deal = new FairDeal(0, FairDeal.commitment(SERVER), ENTROPY);
        assertEquals(ByteString.EMPTY, deal.reveal(List.of(FairDeal.commitment(THEIRS), ByteString.EMPTY)));
        assertEquals(
                List.of("the server showed another commitment in place of ours"),
                deal.brokenPromises(SERVER, List.of(ByteString.EMPTY, ByteString.EMPTY)));
    }

    private static FairDeal fair(ByteString... bySeat) {
        FairDeal deal = new FairDeal(0, FairDeal.commitment(SERVER), ENTROPY);
        assertEquals(OURS, deal.reveal(List.of(bySeat).stream().map(FairDeal::commitment).toList()));
        return deal;
    }

    private static byte[] bytes(JsonElement hex) {
        return HexFormat.of().parseHex(hex.getAsString());
    }
}
