// Cards in the text of a position, such as `Q ? | bet`.

export const CARD = /^(10|[2-9TJQKA?])([shdc])?$/;

/**
 * Whose card each word is, where the text begins with one card for each player, in their order.
 * While the game runs, the viewer's card alone is seen; another text says nothing of owners.
 */
export function ownersOf(words: string[], names: string[], viewer: number | null): string[] {
  const end = words.findIndex((word) => !CARD.test(word));
  const hands = end < 0 ? words : words.slice(0, end);
  const isHands = hands.length === names.length && (viewer === null || hands.every((card, seat) => card.startsWith("?") === (seat !== viewer)));
  return isHands ? names.map((name, seat) => (seat === viewer ? `${name} (you)` : name)) : [];
}
