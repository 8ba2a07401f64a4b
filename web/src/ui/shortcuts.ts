// Single keys that work anywhere outside a field. They can be turned off.

export interface Shortcut {
  keys: string[];
  /** How the keys are written in the list. */
  shown: string;
  what: string;
}

export const SHORTCUTS = {
  previous: { keys: ["ArrowLeft", ","], shown: "← or ,", what: "Previous move" },
  next: { keys: ["ArrowRight", "."], shown: "→ or .", what: "Next move" },
  first: { keys: ["Home"], shown: "Home", what: "First position" },
  last: { keys: ["End"], shown: "End", what: "Last position" },
  undo: { keys: ["u"], shown: "U", what: "Undo" },
  again: { keys: ["n"], shown: "N", what: "New game, with the same settings" },
  settings: { keys: ["g"], shown: "G", what: "Game settings" },
  board: { keys: ["b"], shown: "B", what: "Go to the board" },
  type: { keys: ["m"], shown: "M", what: "Type a move" },
  flip: { keys: ["f"], shown: "F", what: "Turn the board" },
  theme: { keys: ["d"], shown: "D", what: "Light or dark" },
  play: { keys: ["1"], shown: "1", what: "Play" },
  analyse: { keys: ["2"], shown: "2", what: "Analyse" },
  tree: { keys: ["3"], shown: "3", what: "Tree" },
  compare: { keys: ["4"], shown: "4", what: "Compare" },
  help: { keys: ["?"], shown: "?", what: "This list" },
} satisfies Record<string, Shortcut>;

export type Command = keyof typeof SHORTCUTS;

const KEY = "outply-single-keys";

/** Whether single keys are commands; they are until the user turns them off. */
export function usesSingleKeys(): boolean {
  try {
    return localStorage.getItem(KEY) !== "off";
  } catch {
    return true;
  }
}

export function rememberSingleKeys(on: boolean): void {
  try {
    localStorage.setItem(KEY, on ? "on" : "off");
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
}

/** The command of a key press; null inside a field, in a dialog, or with a modifier. */
export function commandOf(event: KeyboardEvent): Command | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return null;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest("input, select, textarea, dialog, [role=slider], [data-own-keys]")) return null;
  for (const [command, shortcut] of Object.entries(SHORTCUTS)) {
    if ((shortcut.keys as string[]).includes(event.key)) return command as Command;
  }
  return null;
}
