from tests.clients.kits.kit import Kit

KIT = Kit(
    language="typescript",
    tools=("node", "npm"),
    build=(
        ("npm", "install", "--no-package-lock", "--no-audit", "--no-fund", "--prefer-offline"),
        ("npm", "run", "--silent", "build"),
    ),
    test=("npm", "run", "--silent", "test:built"),
    house=("node", "dist/src/house/main.js"),
    plain=("node", "dist/examples/plain.js"),
)
