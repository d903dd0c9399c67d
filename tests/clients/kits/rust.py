from tests.clients.kits.kit import Kit

KIT = Kit(
    language="rust",
    tools=("cargo",),
    build=(("cargo", "build", "--quiet", "--bins", "--examples"),),
    test=("cargo", "test", "--quiet"),
    house=("target/debug/muggins-house",),
    plain=("target/debug/examples/plain",),
)
