// A search as on the command line: a name, then parameters that differ from their defaults.

import type { ParameterInfo } from "./messages";

export interface SearchChoice {
  name: string;
  values: Record<string, string>;
}

export function parseSearch(text: string): SearchChoice {
  const [name = "", ...rest] = text.split(":");
  const values: Record<string, string> = {};
  for (const pair of rest.join(":").split(",").filter(Boolean)) {
    const [key = "", ...value] = pair.split("=");
    values[key.trim()] = value.join("=").trim();
  }
  return { name: name.trim(), values };
}

export function formatSearch(choice: SearchChoice): string {
  const pairs = Object.entries(choice.values).filter(([, value]) => value !== "");
  return choice.name + (pairs.length ? `:${pairs.map(([key, value]) => `${key}=${value}`).join(",")}` : "");
}

/** The choice with one parameter changed; a default is left out. */
export function withValue(choice: SearchChoice, parameter: ParameterInfo, value: string): SearchChoice {
  const values = { ...choice.values };
  if (value === "" || value === defaultText(parameter)) delete values[parameter.name];
  else values[parameter.name] = value;
  return { ...choice, values };
}

/** A default as the command line writes it: `True`, `None`. */
export function defaultText(parameter: ParameterInfo): string {
  const value = parameter.default;
  if (value === true) return "True";
  if (value === false) return "False";
  return value === null || value === undefined ? "" : String(value);
}
