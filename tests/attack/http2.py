"""HTTP/2 by hand: frames that no well-behaved client would send, or not so many of them (RFC 9113, RFC 7541)."""

import socket
from collections.abc import Mapping
from itertools import count
from typing import Final

DATA, HEADERS, RESET, SETTINGS, PING = 0, 1, 3, 4, 6
END_STREAM, ACK, END_HEADERS = 1, 1, 4
CANCEL: Final = (8).to_bytes(4, "big")
PLAY: Final = "/muggins.v1.PlayService/Play"


def frame(kind: int, flags: int, stream: int, payload: bytes = b"") -> bytes:
    return len(payload).to_bytes(3, "big") + bytes((kind, flags)) + stream.to_bytes(4, "big") + payload


HELLO: Final = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frame(SETTINGS, 0, 0)
SETTINGS_ACK: Final = frame(SETTINGS, ACK, 0)


def _text(value: str) -> bytes:
    """A string of HPACK, without Huffman; its length has a prefix of seven bits."""
    data = value.encode()
    rest = len(data) - 127
    if rest < 0:
        return bytes((len(data),)) + data
    length = bytearray((127,))
    while rest >= 128:
        length.append(rest % 128 | 128)
        rest //= 128
    return bytes(length) + bytes((rest,)) + data


def headers(stream: int, path: str = PLAY, more: Mapping[str, str] | None = None) -> bytes:
    """The head of a call, which stays open."""
    fields = {":method": "POST", ":scheme": "http", ":path": path, ":authority": "localhost"}
    fields |= {"te": "trailers", "content-type": "application/grpc"} | dict(more or {})
    block = b"".join(b"\0" + _text(name) + _text(value) for name, value in fields.items())
    return frame(HEADERS, END_HEADERS, stream, block)


def message(stream: int, data: bytes) -> bytes:
    """One message of a call."""
    return frame(DATA, 0, stream, b"\0" + len(data).to_bytes(4, "big") + data)


class Peer:
    """A connection that says what it is told to, and drops what it hears.  Every call may raise OSError."""

    def __init__(self, address: str) -> None:
        host, _, port = address.rpartition(":")
        self._socket = socket.create_connection((host, int(port)), timeout=10)
        self._socket.sendall(HELLO)
        self._streams = count(1, 2)
        assert self._socket.recv(65536), "the server closed the connection"
        self._socket.sendall(SETTINGS_ACK)

    def open_and_reset(self, streams: int) -> None:
        """So many calls, each taken back at once."""
        frames = bytearray()
        for _ in range(streams):
            stream = next(self._streams)
            frames += headers(stream) + frame(RESET, 0, stream, CANCEL)
        self._socket.sendall(frames)
        self.drop()

    def open(self, more: Mapping[str, str] | None = None, first: bytes = b"") -> None:
        """A call, with its first message."""
        stream = next(self._streams)
        self._socket.sendall(headers(stream, more=more) + (message(stream, first) if first else b""))

    def drop(self) -> bool:
        """Take what has come, unread.  False where the server has closed the connection."""
        self._socket.setblocking(False)
        try:
            while data := self._socket.recv(65536):
                del data
        except BlockingIOError:
            return True
        finally:
            self._socket.settimeout(10)
        return False

    def close(self) -> None:
        self._socket.close()
