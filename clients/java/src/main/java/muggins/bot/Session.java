package muggins.bot;

import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.stub.MetadataUtils;
import io.grpc.stub.StreamObserver;
import muggins.v1.Play.PlayRequest;
import muggins.v1.Play.PlayResponse;
import muggins.v1.PlayServiceGrpc;

/** One stream, from hello to its end. What arrives goes to the table; one thread writes what the table has ready. */
final class Session implements StreamObserver<PlayResponse> {
    private static final Metadata.Key<String> AUTHORIZATION =
            Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

    private final Table table;
    private volatile Status ended; // null while the stream is open

    Session(Table table) {
        this.table = table;
    }

    /**
     * Play until the stream ends, or there is a reason to end it; the status is OK when it ended well. After a goodbye,
     * and with no match left, the server has {@code grace} nanoseconds to end the stream.
     */
    Status play(ManagedChannel channel, String token, long grace) throws InterruptedException {
        Metadata headers = new Metadata();
        headers.put(AUTHORIZATION, "Bearer " + token);
        StreamObserver<PlayRequest> toServer = PlayServiceGrpc.newStub(channel)
                .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers))
                .play(this);
        toServer.onNext(table.with(Player::hello));
        PlayRequest ready = table.nextMessage(() -> ended != null, grace);
        while (ready != null) {
            toServer.onNext(ready);
            ready = table.nextMessage(() -> ended != null, grace);
        }
        if (ended != null) {
            return ended;
        }
        toServer.onCompleted();
        return Status.OK;
    }

    @Override
    public void onNext(PlayResponse response) {
        table.take(response);
    }

    @Override
    public void onError(Throwable failure) {
        end(Status.fromThrowable(failure));
    }

    @Override
    public void onCompleted() {
        end(Status.OK);
    }

    private void end(Status status) {
        ended = status;
        table.wake();
    }
}
