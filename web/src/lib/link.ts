// The page's address holds everything that reopens it: game, settings, moves with variations,
// the ply on show, the seats, the clock and the tab.
//
//   #game=othello&set=size:6&moves=d3,c5(c3),f6&at=2&seats=person;engine@seconds:1&tab=analyse
//
// An alternative to a move stands in brackets after it. `at` is how far along the main line, or
// along its variations: `1v1.2` is two moves on in the first variation after one move.

import { goTo, lineOf, newRecord, nodeAt, pathTo, play, ROOT, type GameRecord, type Settings } from "./record";
import { quote, unquote } from "./quoting";
import { readSeats, writeSeats, type Seat } from "./seats";

export interface Link {
  record: GameRecord;
  seats: Seat[] | null;
  clock: string;
  tab: string;
}

export function writeLink(link: Link): string {
  const { record } = link;
  const parts = [`game=${quote(record.game)}`];
  const settings = Object.entries(record.settings);
  if (settings.length) parts.push(`set=${settings.map(([name, value]) => `${quote(name)}:${quote(String(value))}`).join(",")}`);
  if (record.start !== null) parts.push(`start=${quote(record.start)}`);
  const moves = writeMoves(record, ROOT);
  if (moves) parts.push(`moves=${moves}`);
  const line = lineOf(record);
  if (record.current !== line.at(-1) || !isMainLine(record)) parts.push(`at=${pathChoices(record)}`);
  if (link.seats) parts.push(`seats=${writeSeats(link.seats)}`);
  if (link.clock) parts.push(`clock=${quote(link.clock)}`);
  if (link.tab && link.tab !== "Play") parts.push(`tab=${quote(link.tab.toLowerCase())}`);
  return `#${parts.join("&")}`;
}

function isMainLine(record: GameRecord): boolean {
  return pathTo(record, record.current).every((each) => {
    const parent = nodeAt(record, each).parent;
    return parent === -1 || nodeAt(record, parent).children[0] === each;
  });
}

/** The way to the current node: how far along the main line, then which variation, and so on. */
function pathChoices(record: GameRecord): string {
  const choices: string[] = [];
  let straight = 0;
  for (const each of pathTo(record, record.current).slice(1)) {
    const index = nodeAt(record, nodeAt(record, each).parent).children.indexOf(each);
    if (index) {
      choices.push(`${straight}v${index}`);
      straight = 0;
    } else straight += 1;
  }
  return [...choices, String(straight)].join(".");
}

function writeMoves(record: GameRecord, node: number): string {
  const [main, ...others] = nodeAt(record, node).children;
  if (main === undefined) return "";
  const alternatives = others.map((each) => `(${withRest(record, each)})`).join("");
  const rest = writeMoves(record, main);
  return quote(nodeAt(record, main).move) + alternatives + (rest && `,${rest}`);
}

function withRest(record: GameRecord, node: number): string {
  const rest = writeMoves(record, node);
  return quote(nodeAt(record, node).move) + (rest && `,${rest}`);
}

export function readLink(hash: string): Link | null {
  const fields = new Map<string, string>();
  for (const part of hash.replace(/^#/, "").split("&")) {
    const [name = "", ...value] = part.split("=");
    fields.set(name, value.join("="));
  }
  const game = unquote(fields.get("game") ?? "");
  if (!game) return null;
  const start = fields.has("start") ? unquote(fields.get("start") ?? "") : null;
  let record = newRecord(game, readSettings(fields.get("set") ?? ""), start);
  record = readMoves(record, fields.get("moves") ?? "");
  record = followChoices(record, fields.get("at"));
  const seats = fields.has("seats") ? readSeats(fields.get("seats") ?? "") : null;
  const tab = unquote(fields.get("tab") ?? "play");
  return { record, seats, clock: unquote(fields.get("clock") ?? ""), tab: tab.charAt(0).toUpperCase() + tab.slice(1) };
}

function readSettings(text: string): Settings {
  const settings: Settings = {};
  for (const pair of text.split(",").filter(Boolean)) {
    const [name = "", value = ""] = pair.split(":").map(unquote);
    settings[name] = settingValue(value);
  }
  return settings;
}

/** A number or a truth value where the text is one, so that settings survive the address. */
export function settingValue(text: string): unknown {
  if (text === "true" || text === "True") return true;
  if (text === "false" || text === "False") return false;
  return text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
}

function readMoves(record: GameRecord, text: string): GameRecord {
  const branches: number[] = [];
  for (const token of text.match(/[(),]|[^(),]+/g) ?? []) {
    if (token === "(") {
      branches.push(record.current);
      record = goTo(record, Math.max(nodeAt(record, record.current).parent, ROOT));
    } else if (token === ")") record = goTo(record, branches.pop() ?? record.current);
    else if (token !== ",") record = play(record, unquote(token));
  }
  return record;
}

function followChoices(record: GameRecord, choices: string | undefined): GameRecord {
  if (choices === undefined) return record;
  let node = ROOT;
  const down = (index: number) => (node = nodeAt(record, node).children[index] ?? node);
  for (const step of choices.split(".")) {
    const [straight = "0", variation] = step.split("v");
    for (let count = Number(straight) || 0; count > 0; count -= 1) down(0);
    if (variation !== undefined) down(Number(variation) || 0);
  }
  return goTo(record, node);
}
