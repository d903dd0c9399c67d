from tests.clients.kits.kit import Kit

KIT = Kit(
    language="java",
    tools=("java", "javac", "mvn"),
    build=(("mvn", "--batch-mode", "--quiet", "--no-transfer-progress", "-DskipTests", "package"),),
    test=("mvn", "--batch-mode", "--quiet", "--no-transfer-progress", "test"),
    house=("java", "-jar", "target/muggins-bot.jar"),
    plain=("java", "-cp", "target/muggins-bot.jar", "examples/Plain.java"),
)
