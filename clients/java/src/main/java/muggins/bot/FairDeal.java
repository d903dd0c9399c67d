package muggins.bot;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.List;

/**
 * What one match promised, as this seat saw it: the bot commits to 32 bytes of its own before it can know the server's,
 * and checks later. docs/dealing.md defines commitments and seeds.
 */
final class FairDeal {
    final int seat;
    private final ByteString serverCommitment;
    private final ByteString entropy;
    private List<ByteString> shown = List.of(); // the commitments by seat, once the server has shown them

    FairDeal(int seat, ByteString serverCommitment, byte[] entropy) {
        this.seat = seat;
        this.serverCommitment = serverCommitment;
        this.entropy = ByteString.copyFrom(entropy);
    }

    static ByteString commitment(ByteString value) {
        return ByteString.copyFrom(Dealing.commitment(value.toByteArray()));
    }

    /** This seat's own commitment. */
    ByteString commitment() {
        return commitment(entropy);
    }

    /**
     * Take the commitments that the server shows, by seat, and return what to reveal: nothing where another stands in
     * our place, be it of a process of this bot before us, for to reveal what was not committed to is a fault.
     */
    ByteString reveal(List<ByteString> commitments) {
        shown = commitments;
        return showsOurs() ? entropy : ByteString.EMPTY;
    }

    /**
     * What does not agree with the commitments, in words; empty when all is well.
     *
     * <p>A seat may keep its entropy to itself, and then counts as zeros; what it reveals has to be what it committed
     * to.
     */
    List<String> brokenPromises(ByteString serverSeed, List<ByteString> entropies) {
        List<String> broken = new ArrayList<>();
        if (!commitment(serverSeed).equals(serverCommitment)) {
            broken.add("the server's seed is not the one that it committed to");
        }
        if (!shown.isEmpty() && !showsOurs()) {
            broken.add("the server showed another commitment in place of ours");
        } else if (!shown.isEmpty() && !has(entropies, entropy)) {
            broken.add("the server did not use the entropy that we revealed");
        }
        for (int other = 0; other < Math.min(shown.size(), entropies.size()); other++) {
            ByteString theirs = entropies.get(other);
            if (other != seat && !theirs.isEmpty() && !commitment(theirs).equals(shown.get(other))) {
                broken.add("the entropy of seat " + other + " is not the one that it committed to");
            }
        }
        return broken;
    }

    private boolean showsOurs() {
        return has(shown, commitment());
    }

    private boolean has(List<ByteString> bySeat, ByteString ours) {
        return seat < bySeat.size() && bySeat.get(seat).equals(ours);
    }
}
