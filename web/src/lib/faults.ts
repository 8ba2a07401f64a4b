// What went wrong, and where in the rules of a game.

export interface Fault {
  message: string;
  file: string | null;
  line: number | null;
}

/** The sentence and the place of a fault; a place that stands in the sentence is not told twice. */
export function faultParts(fault: Fault): { text: string; place: string } {
  const place = fault.file ? `${fault.file}${fault.line ? `:${fault.line}` : ""}` : "";
  if (!place) return { text: fault.message, place };
  if (fault.message.startsWith(`${place}: `)) return { text: fault.message.slice(place.length + 2), place };
  return { text: fault.message, place: fault.message.includes(place) ? "" : place };
}
