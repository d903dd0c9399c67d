import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.Metadata;
import io.grpc.stub.MetadataUtils;
import io.grpc.stub.StreamObserver;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import muggins.v1.Play.Decision;
import muggins.v1.Play.Hello;
import muggins.v1.Play.PlayRequest;
import muggins.v1.Play.PlayResponse;
import muggins.v1.Play.Turn;
import muggins.v1.PlayServiceGrpc;

/**
 * A bot without the kit, from the generated stubs alone:
 * java -cp target/muggins-bot.jar examples/Plain.java ADDRESS TOKEN
 */
public final class Plain implements StreamObserver<PlayResponse> {
    private final CountDownLatch ended = new CountDownLatch(1);
    private StreamObserver<PlayRequest> server;

    public static void main(String[] arguments) throws InterruptedException {
        new Plain().play(arguments[0], arguments[1]);
        System.exit(0);
    }

    private void play(String address, String token) throws InterruptedException {
        var headers = new Metadata();
        headers.put(Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER), "Bearer " + token);
        var channel = Grpc.newChannelBuilder(address, InsecureChannelCredentials.create()).build();
        var play = PlayServiceGrpc.newStub(channel);
        server = play.withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers)).play(this);
        var hello = Hello.newBuilder().setBotVersion("plain").setMaxMatches(4);
        server.onNext(PlayRequest.newBuilder().setHello(hello).build()); // the answer to it comes after this
        ended.await();
    }

    @Override
    public void onNext(PlayResponse response) {
        var decisions = response.getTurnsList().stream().map(Plain::decide).toList();
        if (!decisions.isEmpty()) {
            server.onNext(PlayRequest.newBuilder().addAllDecisions(decisions).build());
        }
    }

    private static Decision decide(Turn turn) {
        List<String> moves = turn.getLegalMovesList();
        String move = moves.get(ThreadLocalRandom.current().nextInt(moves.size()));
        return Decision.newBuilder().setTurnId(turn.getTurnId()).setMove(move).build();
    }

    @Override
    public void onError(Throwable failure) {
        System.err.println(failure.getMessage());
        ended.countDown();
    }

    @Override
    public void onCompleted() {
        ended.countDown();
    }
}
