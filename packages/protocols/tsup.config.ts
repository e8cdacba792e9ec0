import { defineConfig } from "tsup"

export default defineConfig({
  entry: ["src/gateway/index.ts", "src/warehouse-envelope/index.ts", "src/wire/index.ts"],
  format: ["esm"],
  dts: false,
  sourcemap: true,
  clean: true,
  target: "node22",
  platform: "node"
})
