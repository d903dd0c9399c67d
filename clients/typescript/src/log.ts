/** What a bot's author reads on stderr. */
export interface Log {
  info(text: string): void;
  warn(text: string): void;
  error(text: string, problem?: unknown): void;
}

/** Lines with the time in front; `quiet` leaves only what goes wrong. */
export function stderrLog(quiet = false): Log {
  const line = (level: string, text: string) => console.error(`${new Date().toISOString()} ${level} ${text}`);
  return {
    info: (text) => quiet || line("INFO", text),
    warn: (text) => line("WARNING", text),
    error: (text, problem) => {
      line("ERROR", text);
      if (problem !== undefined) console.error(problem);
    },
  };
}
