// Who plays: a person, or a search with its limit.

import type { Limits } from "./messages";
import { quote, unquote } from "./quoting";

export interface Seat {
  /** The search as on the command line; empty for a person. */
  search: string;
  limits: Limits;
}

export const PERSON: Seat = { search: "", limits: {} };
export const LIMIT_KINDS = ["seconds", "depth", "nodes"] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];

export function isPerson(seat: Seat | undefined): boolean {
  return !seat || seat.search === "";
}

/** Person first, a search with one second for the others. */
export function defaultSeats(players: number, search: string): Seat[] {
  return Array.from({ length: players }, (_, seat) => (seat === 0 ? PERSON : { search, limits: { seconds: 1 } }));
}

/** The people whose view is shown; null shows everything, where no person plays. */
export function viewersOf(seats: Seat[]): number[] | null {
  const people = seats.flatMap((seat, index) => (isPerson(seat) ? [index] : []));
  return people.length ? people : null;
}

export function writeSeats(seats: Seat[]): string {
  return seats.map((seat) => (isPerson(seat) ? "person" : `${quote(seat.search)}@${writeLimits(seat.limits)}`)).join(";");
}

export function writeLimits(limits: Limits): string {
  return LIMIT_KINDS.flatMap((kind) => (limits[kind] != null ? [`${kind}:${limits[kind]}`] : [])).join(",");
}

export function readSeats(text: string): Seat[] {
  return text.split(";").map((part) => {
    const [search = "", limits = ""] = part.split("@");
    return search === "person" || !search ? PERSON : { search: unquote(search), limits: readLimits(limits) };
  });
}

export function readLimits(text: string): Limits {
  const limits: Limits = {};
  for (const pair of text.split(",")) {
    const [kind, number] = pair.split(":");
    const known = LIMIT_KINDS.find((each) => each === kind);
    if (known && Number(number) > 0) limits[known] = Number(number);
  }
  return LIMIT_KINDS.some((kind) => limits[kind] != null) ? limits : { seconds: 1 };
}

export function limitText(limits: Limits): string {
  if (limits.depth != null) return `depth ${limits.depth}`;
  if (limits.nodes != null) return `${limits.nodes.toLocaleString("en")} nodes`;
  return `${limits.seconds ?? 1} s a move`;
}
