import { readFileSync } from "node:fs";

/** A file of the vectors that every kit agrees on; tests run from dist/test. */
export function vectors<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../../../vectors/${name}`, import.meta.url), "utf8")) as T;
}

export function hex(text: string): Buffer {
  return Buffer.from(text, "hex");
}
