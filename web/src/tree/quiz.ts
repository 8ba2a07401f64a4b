// A quiz on a recorded search: what happens next?

import type { TreeEvent } from "../lib/messages";
import type { Recorded } from "./playback";
import { seeded } from "./random";

export type QuestionKind = "value" | "window" | "cut";

/** A question about the event after `step` events. */
export interface Question {
  kind: QuestionKind;
  step: number;
  node: number;
  text: string;
  /** What is right: a value; alpha and beta; or `yes` or `no`. */
  answer: string[];
  fields: string[];
}

export interface Score {
  asked: number;
  right: number;
}

/** Up to `count` questions in the order of the search; the same seed gives the same ones. */
export function questions(tree: Recorded, seed: number, count = 10): Question[] {
  const random = seeded(seed);
  const possible: Question[] = [];
  tree.events.forEach((event, step) => {
    const question = questionAt(tree, event, step);
    if (question) possible.push(question);
  });
  const chosen = shuffled(varied(possible, random), random).slice(0, count);
  return chosen.sort((one, other) => one.step - other.step);
}

function questionAt(tree: Recorded, event: TreeEvent, step: number): Question | null {
  const node = tree.nodes[event.node]!;
  const about = { step, node: event.node };
  const name = who(node.shape);
  if (event.kind === "value" && node.kind === "value") {
    const text = `Which value does the marked ${name} node get?`;
    return { ...about, kind: "value", text, answer: [event.value], fields: ["Value"] };
  }
  if (event.kind === "enter" && event.alpha && node.parent >= 0) {
    const place = node.move ? `branch ${node.move} of the marked node` : "the marked node";
    const text = `With which window is ${place} visited next?`;
    const answer = [event.alpha, event.beta];
    return { step, node: node.parent, kind: "window", text, answer, fields: ["Alpha", "Beta"] };
  }
  return cutQuestion(tree, event, step);
}

/** Whether a node is cut, asked where it has branches that are not searched yet. */
function cutQuestion(tree: Recorded, event: TreeEvent, step: number): Question | null {
  const before = tree.events[step - 1];
  const node = tree.nodes[event.node]!;
  if (before?.kind !== "update" || !before.alpha) return null;
  const isCut = event.kind === "cut" && event.node === before.node;
  if (!isCut && node.parent !== before.node) return null;
  const name = who(tree.nodes[before.node]!.shape);
  const text = `Are the other branches of the marked ${name} node cut now?`;
  const answer = [isCut ? "yes" : "no"];
  return { step, node: before.node, kind: "cut", text, answer, fields: ["Cut"] };
}

function who(shape: string): string {
  return { max: "MAX", min: "MIN", chance: "chance" }[shape] ?? "inner";
}

/** All questions of the rarest kind, and about as many of each other kind. */
function varied(possible: Question[], random: () => number): Question[] {
  const kinds = new Map<string, Question[]>();
  for (const question of possible) {
    const kind = question.kind === "cut" ? `cut ${question.answer[0]}` : question.kind;
    kinds.set(kind, [...(kinds.get(kind) ?? []), question]);
  }
  if (kinds.size === 0) return [];
  const fewest = Math.min(...[...kinds.values()].map((each) => each.length));
  return [...kinds.values()].flatMap((each) => shuffled(each, random).slice(0, Math.max(fewest, 3)));
}

function shuffled<T>(given: T[], random: () => number): T[] {
  const all = [...given];
  for (let last = all.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [all[last], all[other]] = [all[other]!, all[last]!];
  }
  return all;
}

/** Whether what was typed is the answer: `-inf`, `−∞` and `-∞` are the same, as are 2 and 2.0. */
export function isRight(question: Question, typed: string[]): boolean {
  return question.answer.every((answer, index) => same(answer, typed[index] ?? ""));
}

function same(answer: string, typed: string): boolean {
  const one = plain(answer);
  const other = plain(typed);
  if (one === other) return true;
  const number = Number(one);
  return other !== "" && Math.abs(number - Number(other)) <= 0.005 * Math.max(Math.abs(number), 0.2);
}

function plain(text: string): string {
  const simple = text.trim().toLowerCase().replace(/[−–]/g, "-").replace(/^[≤≥≈+]/, "").replace(",", ".");
  return simple.replace(/^(-?)(inf|infinity|∞)$/, "$1∞");
}
