// The table of a card game or of dice under cups, from the text of a position:
//
//   J ? | raise call | K | check      each player's cards, then what was said and the cards on the table
//   3 ?? | 1x3                        each player's dice, then what was said

export interface CardTable {
  /** The cards or dice of each player, in the players' order; `?` is hidden, `-` not dealt yet. */
  hands: string[][];
  /** The cards that all see. */
  shared: string[];
  isDice: boolean;
}

const CARD = /^(10|[2-9TJQKA?-])([shdc])?$/;
const DICE = /^[1-6?-]+$/;
const DICE_GAMES = new Set(["liars-dice"]);
const SUITS: Record<string, string> = { s: "♠", h: "♥", d: "♦", c: "♣" };

/** What lies on the table; null if the text says something else. */
export function readTable(game: string, text: string, players: number): CardTable | null {
  const [first = [], ...others] = text.split("|").map((part) => part.split(/\s+/).filter(Boolean));
  const isDice = DICE_GAMES.has(game);
  const isHand = (word: string) => (isDice ? DICE.test(word) : CARD.test(word));
  if (first.length !== players || !first.every(isHand)) return null;
  const hands = first.map((word) => (isDice ? [...word] : [word]));
  const shared = isDice ? [] : others.filter((part) => part.length > 0 && part.every((word) => CARD.test(word))).flat();
  return { hands, shared, isDice };
}

/** `K` and `♥` of `Kh`. */
export function faceOf(card: string): { rank: string; suit: string } {
  const [, rank = card, suit = ""] = CARD.exec(card) ?? [];
  return { rank, suit: SUITS[suit] ?? "" };
}

export function cardName(card: string): string {
  if (card === "?") return "hidden";
  return card === "-" ? "not dealt" : faceOf(card).rank + faceOf(card).suit;
}
