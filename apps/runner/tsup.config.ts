import { defineConfig } from "tsup"
import { published } from "../../tsup.base.ts"

export default defineConfig({
  ...published,
  entry: ["src/main.ts"],
  removeNodeProtocol: false, // node:sqlite has no name without it
  external: [/^@crossdock\//, "pg"]
})
