"""What measures inside a page: scripts for the browser, and its trace of processor time."""

from __future__ import annotations

import json
from typing import Any

__all__ = ["CLICKS", "FRAMES", "SCRUB", "TRACED", "UPDATES", "click_work"]

CLICKS = """() => {
  window.clicks = [];
  let begun = 0, shown = false, plies = "";
  const painted = (note) => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => note(performance.now());
    channel.port2.postMessage(0);
  });
  const isPiece = (node) => node.matches?.(".piece") || node.querySelector?.(".piece");
  addEventListener("click", (event) => {
    begun = event.timeStamp;
    shown = false;
    plies = document.querySelector("[data-plies]").dataset.plies;
  }, true);
  new MutationObserver((changes) => {
    const at = begun;
    if (!at) return;
    if (!shown && changes.some((each) => [...each.addedNodes].some(isPiece))) {
      shown = true;
      painted((now) => window.clicks.push({ piece: now - at, answer: null }));
    } else if (document.querySelector("[data-plies]").dataset.plies !== plies) {
      begun = 0;
      painted((now) => (window.clicks.at(-1).answer = now - at));
    }
  }).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""
"""Milliseconds from each click to the frame with the piece, and to that with the answer."""

FRAMES = """() => {
  window.frames_seen = [];
  let before = 0;
  const next = (now) => {
    if (before) window.frames_seen.push(now - before);
    before = now;
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
}"""
"""Milliseconds from each frame to the next."""

UPDATES = """() => {
  window.updates_seen = [];
  const told = document.querySelector("[aria-label=Analysis] .numbers");
  new MutationObserver(() => window.updates_seen.push(performance.now()))
    .observe(told, { subtree: true, childList: true, characterData: true });
}"""
"""When each update of an analysis was shown."""

SCRUB = """async (jumps) => {
  const range = document.querySelector("input[type=range]");
  for (let jump = 0; jump < jumps; jump++) {
    range.value = String(Math.round((Number(range.max) * ((jump * 7) % 60)) / 60));
    range.dispatchEvent(new Event("input", { bubbles: true }));
    await new Promise((done) => requestAnimationFrame(done));
  }
}"""

TRACED = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"]
STAGES = ("UpdateLayoutTree", "Layout", "PrePaint", "Paint", "Layerize", "Commit")


def click_work(trace: bytes) -> list[float]:
    """Milliseconds of processor time of the main thread for each click: handlers, and a frame."""
    events = json.loads(trace)["traceEvents"]
    threads = [each for each in events if each["name"] == "thread_name"]
    names = {(each["pid"], each["tid"]): each["args"]["name"] for each in threads}
    main = [
        each
        for each in sorted(events, key=lambda event: event.get("ts", 0))
        if names.get((each["pid"], each["tid"])) == "CrRendererMain" and "tdur" in each
    ]
    return [_work_of(main, at) for at, each in enumerate(main) if _is_click(each)]


def _is_click(event: dict[str, Any]) -> bool:
    data = event.get("args", {}).get("data", {})
    return event["name"] == "EventDispatch" and data.get("type") == "click"


def _work_of(events: list[dict[str, Any]], click: int) -> float:
    """Of a click, and of the first frame after it."""
    total = events[click]["tdur"]
    end = events[click]["ts"] + events[click]["dur"]
    for event in events[click + 1 :]:
        if event["ts"] >= end and event["name"] in STAGES:
            total += event["tdur"]
            if event["name"] == "Commit":
                break
    return float(total) / 1000
