import { defineConfig } from "tsup"
import { published } from "../../tsup.base.ts"

export default defineConfig({ ...published, entry: ["src/index.ts", "src/main.ts"] })
