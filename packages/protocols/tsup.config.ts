import { defineConfig } from "tsup"
import { published } from "../../tsup.base.ts"

export default defineConfig({ ...published, entry: ["src/erp-open-api/index.ts", "src/gateway/index.ts", "src/kit/index.ts", "src/platform-envelope/index.ts", "src/signing/index.ts", "src/warehouse-envelope/index.ts", "src/wire/index.ts"] })
