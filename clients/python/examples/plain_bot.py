"""A bot without the kit, from the generated stubs alone: python plain_bot.py ADDRESS TOKEN"""

import queue
import random
import sys

import grpc

from muggins.v1 import play_pb2, play_pb2_grpc


def main(address: str, token: str) -> None:
    requests: queue.SimpleQueue[play_pb2.PlayRequest] = queue.SimpleQueue()
    requests.put(play_pb2.PlayRequest(hello=play_pb2.Hello(bot_version="plain", max_matches=4)))
    with grpc.insecure_channel(address) as channel:
        stub = play_pb2_grpc.PlayServiceStub(channel)
        metadata = (("authorization", f"Bearer {token}"),)
        for response in stub.Play(iter(requests.get, None), metadata=metadata):
            request = play_pb2.PlayRequest()
            for turn in response.turns:
                request.decisions.add(turn_id=turn.turn_id, move=random.choice(turn.legal_moves))
            if request.decisions:
                requests.put(request)


if __name__ == "__main__":
    main(*sys.argv[1:])
