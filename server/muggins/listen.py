"""Where a server listens, and with what certificate."""

from ipaddress import ip_address

import grpc

from muggins.config import Settings


class ListenError(Exception):
    """The server can't listen where it was told to; the text says why."""


def bind(server: grpc.aio.Server, settings: Settings) -> str:
    """Open the port.  Returns the address with the real port.  Raises ListenError."""
    host, _, port = settings.listen.rpartition(":")
    if not host or not port.isdigit():
        raise ListenError(f"listen is {settings.listen!r}; allowed: HOST:PORT, such as 127.0.0.1:7411")
    credentials = _credentials(settings)
    if credentials is None and not _is_loopback(host) and not settings.plain_text:
        raise ListenError(
            f"{host} can be reached by others, and tokens would travel in plain text: "
            "give --tls-certificate and --tls-key, or --plain-text if you mean it"
        )
    try:
        if credentials is None:
            real = server.add_insecure_port(settings.listen)
        else:
            real = server.add_secure_port(settings.listen, credentials)
    except RuntimeError:
        real = 0
    if real == 0:
        or_else = ", or the certificate and the key cannot be used" if credentials else ""
        raise ListenError(f"cannot listen at {settings.listen}: the port is taken, or the address is not ours{or_else}")
    return f"{host}:{real}"


def _credentials(settings: Settings) -> grpc.ServerCredentials | None:
    certificate, key = settings.tls_certificate, settings.tls_key
    if certificate is None and key is None:
        return None
    if certificate is None or key is None:
        raise ListenError("TLS needs both --tls-certificate and --tls-key")
    try:
        return grpc.ssl_server_credentials([(key.read_bytes(), certificate.read_bytes())])
    except OSError as error:
        raise ListenError(f"cannot read {error.filename}: {error.strerror}") from None


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
