// A line in words.

const WHY = {
  thirtyone: "31", pair_royal: "pair royal", double_pair_royal: "double pair royal", last: "last card",
  void: "void: it would pass 61", heels: "two for his heels", nobs: "one for his nob",
};

export const why = (word = "") => WHY[word] ?? word.replaceAll("_", " ");

const SUITS = { C: "♣", D: "♦", H: "♥", S: "♠" };

export function pieces(line) {
  return (line.pieces ?? []).map(piece).join(" ");
}

export function piece(text) {
  return /^[A2-9TJQK][CDHS]$/.test(text) ? text[0].replace("T", "10") + SUITS[text[1]] : text.replace(/:.$/, "");
}

export function points(line) {
  const parts = Object.entries(line.parts ?? {}).map(([word, n]) => `${why(word)} ${n}`).join(", ");
  const reason = parts || (["place", "hand", "crib"].includes(line.why) ? "" : why(line.why));
  if (line.points < line.offered) {
    const cut = line.why === "void" ? why("void") : "cut at the target";
    return `${line.points} of ${line.offered} (${cut})`;
  }
  return reason ? `${line.points} (${reason})` : `${line.points}`;
}

export function tell(line, names) {
  const who = line.seat === undefined ? "" : names.bots[line.seat];
  const side = line.side === undefined ? "" : names.sides[line.side];
  const words = {
    game: () => `Game ${line.total} begins`,
    draw: () => `${who} draws ${pieces(line)}`,
    lead: () => `${who} goes first`,
    deal: () => `${names.game === "cribbage" ? `Deal ${line.total}, by ${who}` : `Round ${line.total}, opened by ${who}`}`,
    starter: () => `The starter is ${pieces(line)}`,
    play: () => `${who} plays ${pieces(line)}: ${line.total}`,
    place: () => `${who} places ${pieces(line)}, ends ${line.total}`,
    go: () => `${who}: go`,
    knock: () => `${who} knocks`,
    count: () => ({ 31: "The count is 31", go: "Nobody can go on", last: "The last card is played" })[line.why] ?? "The count ends",
    show: () => `${who} shows ${pieces(line)}`,
    crib: () => `${who}'s crib is ${pieces(line)}`,
    score: () => `${side} scores ${points(line)}`,
    round_over: () => `The round is over: ${line.why === "blocked" ? "blocked" : "out"}`,
    game_over: () => `${side} wins the game, worth ${line.points ?? 0}`,
    struck_out: () => `${who} is struck out`,
    out: () => `${who} is out; the referee moves for it`,
    award: () => `${side} is given ${line.points ?? 0} game points`,
    abandoned: () => `Abandoned: ${why(line.why)}`,
    fault: () => `${who}: ${why(line.fault)} (${line.text})`,
    forced: () => `The referee plays ${line.move} for ${who}`,
  };
  return words[line.kind]?.() ?? why(line.kind);
}
