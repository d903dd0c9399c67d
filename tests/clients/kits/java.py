from typing import Final

from tests.clients.kits.kit import Kit

JAVA: Final = ("java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")  # bots of a few seconds are not worth optimising
MAVEN: Final = ("mvn", "--batch-mode", "--quiet", "--no-transfer-progress")

KIT = Kit(
    language="java",
    tools=("java", "javac", "mvn"),
    build=((*MAVEN, "-DskipTests", "package"),),
    test=(*MAVEN, "surefire:test"),
    house=(*JAVA, "-jar", "target/muggins-bot.jar"),
    plain=(*JAVA, "-cp", "target/muggins-bot.jar", "examples/Plain.java"),
)
