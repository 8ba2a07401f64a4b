// Random numbers that a seed determines.

/** A generator of numbers from 0 to below 1: Weyl steps, mixed by multiplication and shifts. */
export function seeded(seed: number): () => number {
  let state = (seed ^ 0x5bd1e995) >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  };
}
