// Texts inside the page's address.

const DELIMITERS = /[!'()*;:,@]/g;

/** Percent-encode a text so that it holds none of the characters that the address uses. */
export function quote(text: string): string {
  return encodeURIComponent(text).replace(DELIMITERS, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);
}

export function unquote(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
