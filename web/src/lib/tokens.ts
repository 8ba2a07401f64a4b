// Moves of other players in a game with hidden information: the text, then the server's token.

/** The text of a move, without the token by which the server knows it again. */
export function withoutToken(move: string): string {
  return move.replace(/\?[\w-]{40,}$/, "");
}
