from tests.clients.kits.kit import Kit

KIT = Kit(
    language="go",
    tools=("go",),
    build=(("go", "build", "-o", "build/", "./cmd/...", "./examples/..."),),
    test=("go", "test", "./..."),
    house=("build/house",),
    plain=("build/plain",),
)
