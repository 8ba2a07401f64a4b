// Light or dark: the system's choice unless the user made one.

export type Theme = "light" | "dark";
const KEY = "outply-theme";

function stored(): Theme | null {
  try {
    const theme = localStorage.getItem(KEY);
    return theme === "light" || theme === "dark" ? theme : null;
  } catch {
    return null;
  }
}

function preferred(): Theme {
  return typeof matchMedia === "function" && matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

export function apply(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
}

/** Apply the theme and follow the system until the user chooses. */
export function startTheme(): void {
  apply(stored() ?? preferred());
  if (typeof matchMedia !== "function") return;
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => apply(stored() ?? preferred()));
}

export function toggle(): Theme {
  const theme = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
  apply(theme);
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  return theme;
}
