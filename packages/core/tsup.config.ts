import { defineConfig } from "tsup"

export default defineConfig({
  entry: ["src/index.ts", "src/Composition.ts", "src/signing/index.ts"],
  format: ["esm"],
  dts: false,
  sourcemap: true,
  clean: true,
  target: "node22",
  platform: "node"
})
