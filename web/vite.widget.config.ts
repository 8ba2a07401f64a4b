// The stepper as one module and one style sheet, for notebooks.

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [svelte()],
  define: { "process.env.NODE_ENV": '"production"' },
  build: {
    outDir: "../outply/web/static/widget",
    emptyOutDir: true,
    target: "es2022",
    cssCodeSplit: false,
    lib: { entry: "src/tree/widget.ts", formats: ["es"], fileName: () => "stepper.js", cssFileName: "stepper" },
  },
});
