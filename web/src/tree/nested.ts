// A tree that a person pasted.

/** The nested lists of a text, or a sentence that says what is wrong with it. */
export function parseNested(text: string): { nested: unknown } | { problem: string } {
  const example = "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]";
  if (text.trim() === "") return { problem: `Paste a tree as nested lists, such as ${example}.` };
  let nested: unknown;
  try {
    // Python's tuples and a comma before a closing bracket are as good.
    const json = text.replace(/\(/g, "[").replace(/\)/g, "]").replace(/,(\s*[\]}])/g, "$1");
    nested = JSON.parse(json);
  } catch {
    return { problem: `This is no tree of nested lists, such as ${example}.` };
  }
  if (typeof nested !== "object" || nested === null) {
    return { problem: `A tree is a list of branches, such as ${example}.` };
  }
  return { nested };
}
