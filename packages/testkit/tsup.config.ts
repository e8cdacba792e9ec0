import { defineConfig } from "tsup"

/** One entry per subpath in `exports`; what they share stays one class in one chunk. */
export default defineConfig({
  entry: ["src/index.ts", "src/conformance.ts", "src/peers/index.ts"],
  format: ["esm"],
  dts: false,
  sourcemap: true,
  clean: true,
  target: "node22",
  platform: "node"
})
