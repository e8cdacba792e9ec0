import { defineConfig } from "tsup"
import { published } from "../../tsup.base.ts"

/** One entry per subpath in `exports`; what they share stays one class in one chunk. */
export default defineConfig({ ...published, entry: ["src/*.ts", "src/model/*.ts", "src/signing/index.ts"] })
