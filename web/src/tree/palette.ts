// The colours of a drawn tree, for light and dark pages.

type Pair = [light: string, dark: string];

const COLOURS = {
  text: ["#111827", "#f3f4f6"],
  muted: ["#4b5563", "#c3cad2"],
  paper: ["#ffffff", "#1e2226"],
  edge: ["#6b7280", "#8b95a1"],
  principal: ["#111827", "#f3f4f6"],
  cut: ["#9ca3af", "#6b7280"],
  current: ["#d97706", "#fbbf24"],
  selected: ["#1f6feb", "#79b0ff"],
  fresh: ["#d97706", "#fbbf24"],
} satisfies Record<string, Pair>;

const SHAPES: Record<string, { fill: Pair; stroke: Pair }> = {
  max: { fill: ["#dbeafe", "#1e3a6e"], stroke: ["#1d4ed8", "#7fb0ff"] },
  min: { fill: ["#fee2e2", "#6b2323"], stroke: ["#b91c1c", "#ff9c92"] },
  chance: { fill: ["#fef3c7", "#5c4512"], stroke: ["#b45309", "#f0c26b"] },
  player: { fill: ["#ede9fe", "#43308a"], stroke: ["#6d28d9", "#c4b5fd"] },
  end: { fill: ["#f3f4f6", "#343a40"], stroke: ["#374151", "#cbd2d9"] },
  cut: { fill: ["#f3f4f6", "#272c31"], stroke: ["#9ca3af", "#6b7280"] },
};

export type Palette = Record<keyof typeof COLOURS, string> & {
  shapes: Record<string, [fill: string, stroke: string]>;
};

function palette(isDark: boolean): Palette {
  const chosen = ([light, dark]: Pair) => (isDark ? dark : light);
  const colours = Object.entries<Pair>(COLOURS).map(([name, pair]) => [name, chosen(pair)]);
  const shapes = Object.entries(SHAPES).map(([name, { fill, stroke }]) => [name, [chosen(fill), chosen(stroke)]]);
  return { ...Object.fromEntries(colours), shapes: Object.fromEntries(shapes) };
}

const LIGHT = palette(false);
const DARK = palette(true);

/** The palette that fits an element: dark if its text is light. */
export function paletteOf(element: Element): Palette {
  const [red, green, blue] = (getComputedStyle(element).color.match(/[\d.]+/g) ?? ["0", "0", "0"]).map(Number);
  return 0.3 * red! + 0.59 * green! + 0.11 * blue! > 128 ? DARK : LIGHT;
}
