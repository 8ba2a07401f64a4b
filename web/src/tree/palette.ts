// The colours of a drawn tree, for light and dark pages.

export interface Palette {
  text: string;
  muted: string;
  paper: string;
  edge: string;
  principal: string;
  cut: string;
  current: string;
  selected: string;
  fresh: string;
  shapes: Record<string, [fill: string, stroke: string]>;
}

const LIGHT: Palette = {
  text: "#111827",
  muted: "#4b5563",
  paper: "#ffffff",
  edge: "#6b7280",
  principal: "#111827",
  cut: "#9ca3af",
  current: "#d97706",
  selected: "#1f6feb",
  fresh: "#d97706",
  shapes: {
    max: ["#dbeafe", "#1d4ed8"],
    min: ["#fee2e2", "#b91c1c"],
    chance: ["#fef3c7", "#b45309"],
    player: ["#ede9fe", "#6d28d9"],
    end: ["#f3f4f6", "#374151"],
    cut: ["#f3f4f6", "#9ca3af"],
  },
};

const DARK: Palette = {
  text: "#f3f4f6",
  muted: "#c3cad2",
  paper: "#1e2226",
  edge: "#8b95a1",
  principal: "#f3f4f6",
  cut: "#6b7280",
  current: "#fbbf24",
  selected: "#79b0ff",
  fresh: "#fbbf24",
  shapes: {
    max: ["#1e3a6e", "#7fb0ff"],
    min: ["#6b2323", "#ff9c92"],
    chance: ["#5c4512", "#f0c26b"],
    player: ["#43308a", "#c4b5fd"],
    end: ["#343a40", "#cbd2d9"],
    cut: ["#272c31", "#6b7280"],
  },
};

/** The palette that fits an element: dark if its text is light. */
export function paletteOf(element: Element): Palette {
  const [red, green, blue] = (getComputedStyle(element).color.match(/[\d.]+/g) ?? ["0", "0", "0"]).map(Number);
  return 0.3 * red! + 0.59 * green! + 0.11 * blue! > 128 ? DARK : LIGHT;
}
