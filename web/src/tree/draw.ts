// Draws a scene on a canvas. Thousands of nodes take some milliseconds: what cannot be seen is left out.

import type { TreeNode } from "../lib/messages";
import type { Palette } from "./palette";
import { CUT, DONE, UNSEEN, type Playback } from "./playback";
import { level, placeX, placeY, RADIUS, type Scene, type View } from "./scene";

const SMALLEST_TEXT = 8;
const SMALLEST_LABEL = 5;
const SMALLEST_SHAPE = 2.5;
const MOVE_AT = 0.75;
const NEAR = 60;
const LABEL_ROOM = 72;
const MOVE_FONT = 12.5;
const NOTE_FONT = 12;
const NOTE_LINE = 13;
const NOTE_TOP = 13;
const LETTER_WIDTH = 0.5; // of the size of the text
/** Text shrinks less than nodes do, so that it can be read in a wide tree. */
const TEXT_SHRINKS = 0.6;
const LABEL_SHRINKS = 0.8;
/** How far the marks of the current and of the selected node reach beyond it. */
const CURRENT_BORDER = 3;
const SELECTED_BORDER = 5.5;

export interface Picture {
  nodes: TreeNode[];
  scene: Scene;
  view: View;
  playback: Playback;
  palette: Palette;
  windows: boolean;
  /** Nodes, or −1. */
  current: number;
  selected: number;
}

export function draw(context: CanvasRenderingContext2D, picture: Picture, width: number, height: number): void {
  context.clearRect(0, 0, width, height);
  const shown = itemsInView(picture, width, height);
  drawEdges(context, picture, shown);
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (const item of shown) drawItem(context, picture, item);
}

/** The items that are in view, or whose branch is. */
function itemsInView({ scene, view }: Picture, width: number, height: number): number[] {
  const shown: number[] = [];
  for (let item = 0; item < scene.items.length; item++) {
    const parent = scene.items[item]!.parent;
    const x = placeX(scene, view, item);
    const y = placeY(scene, view, item);
    const other = parent < 0 ? x : placeX(scene, view, parent);
    const isBeside = Math.max(x, other) < -NEAR || Math.min(x, other) > width + NEAR;
    if (!isBeside && y > -NEAR && y < height + NEAR + level(view)) shown.push(item);
  }
  return shown;
}

// -- branches ---------------------------------------------------------------------------

type EdgeKind = "unseen" | "cut" | "edge" | "principal";

function edgeKind({ nodes, playback, scene }: Picture, item: number): EdgeKind {
  const { node, more } = scene.items[item]!;
  if (more) return "unseen";
  if (playback.state[node] === UNSEEN) return "unseen";
  if (playback.state[node] === CUT) return "cut";
  return nodes[node]!.principal && playback.step === playback.length ? "principal" : "edge";
}

function drawEdges(context: CanvasRenderingContext2D, picture: Picture, shown: number[]): void {
  const kinds: Record<EdgeKind, Path2D> = {
    unseen: new Path2D(), cut: new Path2D(), edge: new Path2D(), principal: new Path2D(),
  };
  const { scene, view } = picture;
  const isTiny = RADIUS * view.scale < SMALLEST_SHAPE; // then dashes cannot be seen, and take long
  for (const item of shown) {
    const parent = scene.items[item]!.parent;
    if (parent < 0) continue;
    const kind = edgeKind(picture, item);
    if (isTiny && kind === "unseen") continue;
    const path = kinds[kind];
    path.moveTo(placeX(scene, view, parent), branchStart(picture, parent));
    path.lineTo(placeX(scene, view, item), placeY(scene, view, item) - 0.6 * RADIUS * view.scale);
  }
  const { palette } = picture;
  const thin = Math.min(1.4, Math.max(0.35, 1.4 * Math.sqrt(view.scale)));
  stroke(context, kinds.unseen, palette.cut, 0.5 * thin, [2, 4]);
  stroke(context, kinds.cut, palette.cut, thin, isTiny ? [] : [5, 4]);
  stroke(context, kinds.edge, palette.edge, thin, []);
  stroke(context, kinds.principal, palette.principal, 2.4 * thin, []);
}

function textScale(view: View): number {
  return view.scale ** TEXT_SHRINKS;
}

/** Where the branches of an item start: below its notes, if there are any. */
function branchStart(picture: Picture, item: number): number {
  const { scene, view } = picture;
  const bottom = placeY(scene, view, item) + RADIUS * view.scale;
  if (NOTE_FONT * textScale(view) < SMALLEST_TEXT) return bottom;
  const notes = notesBelow(picture, scene.items[item]!.node).length;
  return notes ? bottom + (NOTE_TOP - 4 + NOTE_LINE * notes) * textScale(view) : bottom;
}

function stroke(context: CanvasRenderingContext2D, path: Path2D, colour: string, width: number, dash: number[]): void {
  context.setLineDash(dash);
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.stroke(path);
  context.setLineDash([]);
}

// -- nodes ------------------------------------------------------------------------------

function drawItem(context: CanvasRenderingContext2D, picture: Picture, item: number): void {
  const { scene, view, playback, palette } = picture;
  const { node, more } = scene.items[item]!;
  const x = placeX(scene, view, item);
  const y = placeY(scene, view, item);
  const radius = RADIUS * view.scale;
  if (more) return text(context, `${more} more`, x, y, 13 * textScale(view), palette.muted);
  const state = playback.state[node]!;
  const shape = shapeOf(picture.nodes[node]!, state);
  const [fill, edge] = palette.shapes[shape] ?? palette.shapes.end!;
  if (radius < SMALLEST_SHAPE) {
    context.fillStyle = state === UNSEEN ? palette.cut : edge;
    const side = Math.max(1, 1.2 * radius);
    context.fillRect(x - side / 2, y - side / 2, side, side);
    drawRings(context, picture, node, x, y);
  } else {
    drawBorders(context, picture, node, shape, x, y, radius);
    context.globalAlpha = state === UNSEEN ? 0.28 : 1;
    drawShape(context, picture, node, shape, x, y, radius, fill, edge);
    context.globalAlpha = 1;
  }
}

/** The shape of a node; before its time, a branch that will be cut looks like any other. */
function shapeOf(node: TreeNode, state: number): string {
  if (state === CUT) return "cut";
  return node.shape === "cut" ? "end" : node.shape;
}

function drawShape(
  context: CanvasRenderingContext2D, picture: Picture, node: number, shape: string,
  x: number, y: number, radius: number, fill: string, edge: string,
): void {
  const { playback, palette, view } = picture;
  const label = playback.label[node]!;
  const size = labelSize(label, view);
  context.beginPath();
  outline(context, shape, x, y, radius, halfWidth(label, view));
  context.fillStyle = fill;
  context.strokeStyle = edge;
  context.lineWidth = Math.max(0.5, (playback.state[node] === DONE ? 1.6 : 1.2) * Math.min(1, view.scale * 1.3));
  context.setLineDash(picture.nodes[node]!.kind === "evaluation" ? [4, 3] : []);
  context.fill();
  context.stroke();
  context.setLineDash([]);
  const drop = shape === "max" ? 0.3 * radius : shape === "min" ? -0.26 * radius : 0;
  const colour = shape === "cut" ? palette.muted : palette.text;
  const weight = playback.state[node] === DONE ? "600" : "400";
  if (size >= SMALLEST_LABEL) write(context, label, x, y + drop, size, colour, weight);
  drawNotes(context, picture, node, x, y, radius);
}

/** The size of the value in a node. */
function labelSize(label: string, view: View): number {
  return Math.min(14, LABEL_ROOM / Math.max(1, label.length)) * view.scale ** LABEL_SHRINKS;
}

/** Half the width of a box around a value. */
function halfWidth(label: string, view: View): number {
  return 0.32 * label.length * labelSize(label, view) + 4 * view.scale;
}

function outline(
  context: CanvasRenderingContext2D, shape: string, x: number, y: number, radius: number, half: number,
): void {
  if (shape === "chance") context.arc(x, y, radius, 0, 2 * Math.PI);
  else if (shape === "end" || shape === "cut") {
    const size = shape === "cut" && half <= radius * 0.3 ? 0.4 * radius : 0.72 * radius;
    const wide = Math.max(half, size);
    context.roundRect(x - wide, y - size, 2 * wide, 2 * size, radius / 6);
  } else if (shape === "player") {
    for (let turn = 0; turn < 6; turn++) {
      const angle = (Math.PI * turn) / 3;
      context.lineTo(x + radius * Math.cos(angle), y + radius * Math.sin(angle));
    }
    context.closePath();
  } else {
    const tip = shape === "max" ? -radius : radius;
    context.moveTo(x, y + tip);
    context.lineTo(x + 1.2 * radius, y - tip);
    context.lineTo(x - 1.2 * radius, y - tip);
    context.closePath();
  }
}

/** The move on the branch, and below the node its window, or its simulations and UCB value. */
function drawNotes(
  context: CanvasRenderingContext2D, picture: Picture, node: number, x: number, y: number, radius: number,
): void {
  const { nodes, palette, view, scene } = picture;
  const given = nodes[node]!;
  const parent = scene.itemOf.get(given.parent);
  if (parent !== undefined && given.move) {
    const startX = placeX(scene, view, parent);
    const startY = branchStart(picture, parent);
    const odds = given.probability ? ` (${given.probability})` : "";
    const move = `${given.move}${odds}${given.again ? " ↻" : ""}`;
    const [atX, atY] = [startX + MOVE_AT * (x - startX), startY + MOVE_AT * (y - radius - startY)];
    text(context, move, atX, atY, MOVE_FONT * textScale(view), palette.muted, palette.paper);
  }
  notesBelow(picture, node).forEach((note, line) => {
    const below = (NOTE_TOP + NOTE_LINE * line) * textScale(view);
    text(context, note, x, y + radius + below, NOTE_FONT * textScale(view), palette.muted, palette.paper);
  });
}

/** What stands below a node; nothing that would run into the notes of its neighbours. */
function notesBelow(picture: Picture, node: number): string[] {
  const { scene, view, nodes } = picture;
  const room = nodes[node]!.parent < 0 ? Infinity : scene.pitch * view.scale;
  const width = (note: string) => LETTER_WIDTH * note.length * NOTE_FONT * textScale(view);
  return notesOf(picture, node).filter((note) => width(note) <= room);
}

function notesOf({ playback, windows }: Picture, node: number): string[] {
  const notes: string[] = [];
  if (playback.state[node] === UNSEEN || playback.state[node] === CUT) return notes;
  if (windows && playback.alpha[node]) notes.push(`[${playback.alpha[node]}, ${playback.beta[node]}]`);
  if (playback.visits[node]! >= 0) notes.push(`×${playback.visits[node]}`);
  if (playback.urgency[node]) notes.push(`UCB ${playback.urgency[node]}`);
  return notes;
}

/** The marks of the current, the selected and the changed nodes, along their outlines. */
function drawBorders(
  context: CanvasRenderingContext2D, picture: Picture, node: number, shape: string, x: number, y: number, radius: number,
): void {
  const { palette, playback, view } = picture;
  const border = (colour: string, reach: number) => {
    context.beginPath();
    outline(context, shape, x, y, radius, halfWidth(playback.label[node]!, view));
    context.strokeStyle = colour;
    context.lineWidth = 2 * reach * Math.min(1, view.scale ** TEXT_SHRINKS);
    context.lineJoin = "round";
    context.stroke();
  };
  if (node === picture.selected) border(palette.selected, SELECTED_BORDER);
  if (node === picture.current) border(palette.current, CURRENT_BORDER);
  else if (playback.fresh.has(node)) border(palette.fresh, CURRENT_BORDER - 1);
}

/** The same marks around a node that is too small for an outline. */
function drawRings(context: CanvasRenderingContext2D, picture: Picture, node: number, x: number, y: number): void {
  const { palette, playback } = picture;
  if (node === picture.current) ring(context, x, y, 10, palette.current, 3);
  else if (playback.fresh.has(node)) ring(context, x, y, 8, palette.fresh, 1.5);
  if (node === picture.selected) ring(context, x, y, 13, palette.selected, 2);
}

function ring(context: CanvasRenderingContext2D, x: number, y: number, radius: number, colour: string, width: number): void {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.stroke();
}

/** Text that is left out where it would be too small to read. */
function text(
  context: CanvasRenderingContext2D, shown: string, x: number, y: number, size: number, colour: string, halo = "",
): void {
  if (size >= SMALLEST_TEXT) write(context, shown, x, y, size, colour, "400", halo);
}

function write(
  context: CanvasRenderingContext2D, shown: string, x: number, y: number, size: number, colour: string,
  weight: string, halo = "",
): void {
  context.font = `${weight} ${size.toFixed(1)}px system-ui, "Liberation Sans", sans-serif`;
  if (halo) {
    context.strokeStyle = halo;
    context.lineWidth = 0.35 * size;
    context.lineJoin = "round";
    context.strokeText(shown, x, y);
  }
  context.fillStyle = colour;
  context.fillText(shown, x, y);
}
