import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [svelte()],
  // Relative addresses, so that the page also works behind a proxy that adds a path.
  base: "./",
  build: { outDir: "../outply/web/static", emptyOutDir: true, target: "es2022" },
  server: { proxy: { "/ws": { target: "ws://127.0.0.1:8000", ws: true } } },
  // Under vitest, Svelte must resolve to its browser build, or components cannot be mounted.
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
  test: { environment: "jsdom", include: ["tests/**/*.test.ts"], testTimeout: 60_000 },
});
