// The stepper as a widget of a notebook: an anywidget, whose kernel answers instead of a server.

import { mount, unmount } from "svelte";

import type { Exported, Position, Tree } from "../lib/messages";
import type { TreeSource } from "./source";
import Stepper from "./Stepper.svelte";
import theme from "../theme.css?raw";

/** What anywidget gives a widget: its model, which a kernel shares, and its element. */
interface Model {
  get(name: "tree"): Tree;
  send(message: unknown): void;
  on(event: "msg:custom", listen: (message: KernelAnswer) => void): void;
  off(event: "msg:custom", listen: (message: KernelAnswer) => void): void;
}

interface KernelAnswer {
  id: number;
  answer?: unknown;
  problem?: string;
}

/** The sizes and colours of the page's theme, set on the widget alone: a notebook has its own. */
const THEME = [...theme.matchAll(/(--[\w-]+):\s*([^;]+);/g)];

class KernelSource implements TreeSource {
  private next = 1;
  private readonly waiting = new Map<number, (answer: KernelAnswer) => void>();

  constructor(private readonly model: Model) {}

  readonly receive = (answer: KernelAnswer): void => {
    this.waiting.get(answer.id)?.(answer);
    this.waiting.delete(answer.id);
  };

  position(node: number): Promise<Position> {
    return this.ask<Position>({ type: "position", node });
  }

  exported(format: string, windows: boolean): Promise<Exported> {
    return this.ask<Exported>({ type: "export", format, windows });
  }

  private ask<T>(asked: Record<string, unknown>): Promise<T> {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, ({ answer, problem }) => (problem ? reject(new Error(problem)) : resolve(answer as T)));
      this.model.send({ ...asked, id });
    });
  }
}

function render({ model, el }: { model: Model; el: HTMLElement }): () => void {
  for (const [, name = "", value = ""] of THEME) el.style.setProperty(name, value);
  Object.assign(el.style, { colorScheme: "light", color: "var(--text)", background: "var(--panel)", padding: "var(--space-3)" });
  const source = new KernelSource(model);
  model.on("msg:custom", source.receive);
  const stepper = mount(Stepper, { target: el, props: { tree: model.get("tree"), source } });
  return () => {
    model.off("msg:custom", source.receive);
    void unmount(stepper);
  };
}

export default { render };
