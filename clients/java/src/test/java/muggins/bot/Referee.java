package muggins.bot;

import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Grpc;
import io.grpc.InsecureServerCredentials;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import muggins.v1.Play.Decision;
import muggins.v1.Play.PlayRequest;
import muggins.v1.Play.PlayResponse;
import muggins.v1.Play.Welcome;
import muggins.v1.PlayServiceGrpc;

/** A referee that does what a test says, behind a real server on a free port of this machine. */
final class Referee extends PlayServiceGrpc.PlayServiceImplBase implements ServerInterceptor, AutoCloseable {
    private static final Context.Key<String> AUTHORIZATION = Context.key("authorization");
    private static final Metadata.Key<String> HEADER =
            Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

    private final BlockingQueue<Session> sessions = new LinkedBlockingQueue<>();
    private final Server server;

    Referee() throws IOException {
        server = Grpc.newServerBuilderForPort(0, InsecureServerCredentials.create())
                .addService(this)
                .intercept(this)
                .build()
                .start();
    }

    String address() {
        return "localhost:" + server.getPort();
    }

    /** The next stream that a bot opens. */
    Session session() throws InterruptedException {
        return soon(sessions);
    }

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
        Context context = Context.current().withValue(AUTHORIZATION, headers.get(HEADER));
        return Contexts.interceptCall(context, call, headers, next);
    }

    @Override
    public StreamObserver<PlayRequest> play(StreamObserver<PlayResponse> toBot) {
        Session session = new Session(AUTHORIZATION.get(), toBot);
        if (session.authorization.equals("Bearer wrong")) {
            toBot.onError(Status.UNAUTHENTICATED.withDescription("no such token").asException());
        } else {
            sessions.add(session);
        }
        return session;
    }

    @Override
    public void close() {
        server.shutdownNow();
    }

    private static <T> T soon(BlockingQueue<T> queue) throws InterruptedException {
        T next = queue.poll(10, TimeUnit.SECONDS);
        if (next == null) {
            throw new AssertionError("it takes too long");
        }
        return next;
    }

    /** One stream of a bot, seen from the server. */
    static final class Session implements StreamObserver<PlayRequest> {
        final String authorization;
        final StreamObserver<PlayResponse> toBot;
        private final BlockingQueue<PlayRequest> requests = new LinkedBlockingQueue<>();

        Session(String authorization, StreamObserver<PlayResponse> toBot) {
            this.authorization = authorization;
            this.toBot = toBot;
        }

        PlayRequest receive() throws InterruptedException {
            return soon(requests);
        }

        void send(PlayResponse.Builder response) {
            toBot.onNext(response.build());
        }

        /** Read the hello, and answer it. */
        PlayRequest welcome(String... live) throws InterruptedException {
            PlayRequest first = receive();
            send(PlayResponse.newBuilder().setWelcome(Welcome.newBuilder().addAllLiveMatches(List.of(live))));
            return first;
        }

        /** The decisions of each message, until there are so many. */
        List<List<Decision>> answers(int count) throws InterruptedException {
            List<List<Decision>> messages = new ArrayList<>();
            for (int found = 0; found < count; found += messages.get(messages.size() - 1).size()) {
                messages.add(receive().getDecisionsList());
            }
            return messages;
        }

        @Override
        public void onNext(PlayRequest request) {
            requests.add(request);
        }

        @Override
        public void onError(Throwable gone) {}

        @Override
        public void onCompleted() {
            toBot.onCompleted();
        }
    }
}
