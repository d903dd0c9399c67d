package muggins.bot;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.List;

/** Commitments, seeds, and how a seed deals, as docs/dealing.md lays down: enough to deal a finished match again. */
public final class Dealing {
    private static final int DIGEST = 32; // bytes

    private Dealing() {}

    /** What is published before the value is. */
    public static byte[] commitment(byte[] value) {
        return sha256("muggins/commit", value);
    }

    /** The seed of a match; {@code entropies} has an item for each seat, empty where it gave none. */
    public static byte[] matchSeed(byte[] serverSeed, List<byte[]> entropies) {
        ByteBuffer all = ByteBuffer.allocate(serverSeed.length + DIGEST * entropies.size()).put(serverSeed);
        for (byte[] entropy : entropies) {
            all.put(entropy.length == 0 ? new byte[DIGEST] : entropy);
        }
        return sha256("muggins/seed", all.array());
    }

    /**
     * The first {@code count} of {@code size} pieces (28 tiles or 52 cards), as places in the written order of their
     * set, that the seed deals under a label such as "deal/1/1".
     */
    public static int[] shuffle(byte[] seed, String label, int size, int count) {
        int[] pieces = new int[size];
        for (int place = 0; place < size; place++) {
            pieces[place] = place;
        }
        Bytes bytes = new Bytes(seed, label);
        for (int place = 0; place < count; place++) {
            int other = place + bytes.below(size - place);
            int piece = pieces[place];
            pieces[place] = pieces[other];
            pieces[other] = piece;
        }
        return Arrays.copyOf(pieces, count);
    }

    /** The endless bytes of a label. */
    private static final class Bytes {
        private final byte[] seed;
        private final byte[] label;
        private byte[] block = new byte[0];
        private int next;
        private int counter;

        Bytes(byte[] seed, String label) {
            this.seed = seed;
            this.label = ascii(label);
        }

        /** 0 to {@code limit} - 1, each equally likely: bytes that would favour the first are left out. */
        int below(int limit) {
            int read = read();
            while (read >= 256 - 256 % limit) {
                read = read();
            }
            return read % limit;
        }

        private int read() {
            if (next == block.length) {
                block = sha256("muggins/1", seed, label, ByteBuffer.allocate(4).putInt(counter++).array());
                next = 0;
            }
            return Byte.toUnsignedInt(block[next++]);
        }
    }

    private static byte[] sha256(String prefix, byte[]... parts) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(ascii(prefix));
            for (byte[] part : parts) {
                digest.update(part);
            }
            return digest.digest();
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible); // every Java platform has SHA-256
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
