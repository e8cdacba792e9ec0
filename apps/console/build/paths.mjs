// Writes the types of the admin API's requests and answers, made from its definition: generated/paths.d.ts. It is made anew
// before each build and each check of types, and is not committed. The functions that sign are taken from the guides beside it.
import "./signing.mjs"
import { Api } from "@crossdock/admin-api"
import { OpenApi } from "effect/http-api"
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { registerHooks } from "node:module"

// openapi-typescript uses the interface of TypeScript 5; the TypeScript of this repository has none.
const found = import.meta.resolve("typescript-5")
registerHooks({ resolve: (specifier, context, next) => next(specifier === "typescript" ? found : specifier, context) })
const { astToString, default: openapiTS } = await import("openapi-typescript")

const file = new URL("../generated/paths.d.ts", import.meta.url)
const types = astToString(await openapiTS(structuredClone(OpenApi.fromApi(Api))))
mkdirSync(new URL(".", file), { recursive: true })
// An equal file keeps its time, so that a development server does not load it again. A build and a check of types may write at once.
if (!existsSync(file) || readFileSync(file, "utf8") !== types) {
  const part = new URL(`paths.${process.pid}.part`, file)
  writeFileSync(part, types)
  renameSync(part, file)
}
