// Numbers as people read them.

export function percent(chance: number | null | undefined): string {
  return chance === null || chance === undefined ? "–" : `${Math.round(100 * chance)} %`;
}

export function value(number: number | null | undefined): string {
  if (number === null || number === undefined) return "–";
  const digits = Number.isInteger(number) ? 0 : Math.abs(number) < 10 ? 2 : 1;
  return `${number > 0 ? "+" : number < 0 ? "−" : ""}${Math.abs(number).toFixed(digits)}`;
}

/** 1234567 as `1.2 M`. */
export function count(number: number): string {
  if (number >= 1e9) return `${(number / 1e9).toFixed(1)} G`;
  if (number >= 1e6) return `${(number / 1e6).toFixed(1)} M`;
  if (number >= 1e4) return `${Math.round(number / 1e3)} k`;
  return String(Math.round(number));
}

export function seconds(number: number): string {
  return `${number.toFixed(1)} s`;
}

/** 75.3 as `1:15`, and 8.24 as `8.2`. */
export function clock(remaining: number): string {
  const left = Math.max(0, remaining);
  if (left < 10) return left.toFixed(1);
  const whole = Math.floor(left);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
