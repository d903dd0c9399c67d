import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";

import { credentials, type ChannelCredentials } from "@grpc/grpc-js";

import type { Bot } from "./bot.js";
import { Connection } from "./connection.js";
import { stderrLog, type Log } from "./log.js";

const HELP = `Plays on a muggins server.

  --address HOST:PORT  of the server (or MUGGINS_ADDRESS; default localhost:7411)
  --token TOKEN        the bot's token (better in MUGGINS_TOKEN, where no list of processes shows it)
  --tls                connect with TLS
  --ca FILE            connect with TLS and trust the certificates in this PEM file
  --quiet              report only what goes wrong`;

/** Something on the command line cannot be; the text says what in one line. */
class UsageError extends Error {}

/** Run a bot with the options of the command line, and exit. */
export async function main(bot: Bot, args: string[] = process.argv.slice(2)): Promise<never> {
  try {
    process.exit(await run(bot, args));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

async function run(bot: Bot, args: string[]): Promise<number> {
  const chosen = options(args);
  if (chosen.help) {
    console.log(HELP);
    return 0;
  }
  const token = chosen.token || process.env["MUGGINS_TOKEN"];
  if (!token) {
    throw new UsageError("a bot needs a token: give --token or set MUGGINS_TOKEN ('muggins bot add NAME' prints one)");
  }
  const address = chosen.address || process.env["MUGGINS_ADDRESS"] || "localhost:7411";
  const log = stderrLog(chosen.quiet);
  const connection = new Connection(bot, address, token, { log, credentials: secrecy(chosen.tls, chosen.ca) });
  leaveOnSignal(connection, log);
  return connection.run();
}

function options(args: string[]) {
  const text = { type: "string" } as const;
  const flag = { type: "boolean", default: false } as const;
  try {
    return parseArgs({ args, options: { address: text, token: text, tls: flag, ca: text, quiet: flag, help: flag } }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function secrecy(tls: boolean, ca: string | undefined): ChannelCredentials {
  if (ca === undefined) return tls ? credentials.createSsl() : credentials.createInsecure();
  try {
    return credentials.createSsl(readFileSync(ca));
  } catch {
    throw new UsageError(`there is no file ${ca} with certificates`);
  }
}

/** Says goodbye at the first SIGINT or SIGTERM; the second one ends the process at once. */
function leaveOnSignal(connection: Connection, log: Log): void {
  const leave = () => {
    process.off("SIGINT", leave).off("SIGTERM", leave);
    log.info(`goodbye: finishing ${connection.leave()} running matches`);
  };
  process.on("SIGINT", leave).on("SIGTERM", leave);
}
