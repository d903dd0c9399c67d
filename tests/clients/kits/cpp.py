import subprocess
from functools import cache
from typing import Final

from tests.clients.kits.kit import Kit

HEADERS: Final = {"grpcpp/grpcpp.h": "libgrpc++-dev", "google/protobuf/message.h": "libprotobuf-dev",
                  "openssl/sha.h": "libssl-dev", "gtest/gtest.h": "libgtest-dev"}  # fmt: skip


@cache
def lacking_headers() -> str:
    """The libraries, by their Debian names, whose headers the compiler does not find."""
    absent = [library for header, library in HEADERS.items() if not _found(header)]
    return f"{', '.join(absent)} not installed" if absent else ""


def _found(header: str) -> bool:
    text = f"#if !__has_include(<{header}>)\n#error\n#endif\n"
    compiler = ("g++", "-E", "-x", "c++", "-", "-o", "/dev/null")
    return subprocess.run(compiler, input=text, text=True, capture_output=True).returncode == 0


KIT = Kit(
    language="cpp",
    tools=("g++", "cmake", "protoc", "grpc_cpp_plugin"),
    build=(("cmake", "-S", ".", "-B", "build"), ("cmake", "--build", "build", "--parallel", "2")),
    test=("ctest", "--test-dir", "build", "--output-on-failure"),
    house=("build/muggins-house",),
    plain=("build/plain",),
    lacks=lacking_headers,
)
