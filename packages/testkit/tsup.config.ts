import { defineConfig } from "tsup"
import { published } from "../../tsup.base.ts"

/** One entry per subpath in `exports`; what they share stays one class in one chunk. */
export default defineConfig({
  ...published,
  entry: ["src/index.ts", "src/conformance.ts", "src/peers/index.ts", "src/storage.ts"],
  removeNodeProtocol: false // node:sqlite has no name without it
})
