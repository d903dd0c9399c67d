#!/usr/bin/env node
/** muggins-house greedy --address HOST:PORT */

import { main } from "../cli.js";
import { HOUSE } from "./index.js";

const [kind = "", ...args] = process.argv.slice(2);
const bot = HOUSE.get(kind);
if (bot) {
  await main(bot, args);
} else {
  console.error("say which bot, greedy or random, and then the options");
  process.exit(1);
}
