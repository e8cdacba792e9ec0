// Writes the types of the admin API's requests and answers, made from its definition: generated/paths.d.ts. It is made anew
// before each build and each check of types, and is not committed. The functions that sign and the story of the demo are taken beside it.
import { Api } from "@crossdock/admin-api"
import { OpenApi } from "effect/http-api"
import { registerHooks } from "node:module"
import { write } from "./generated.mjs"
import { takeSigning } from "./signing.mjs"
import { takeStory } from "./story.mjs"

// openapi-typescript uses the interface of TypeScript 5; the TypeScript of this repository has none.
const found = import.meta.resolve("typescript-5")
registerHooks({ resolve: (specifier, context, next) => next(specifier === "typescript" ? found : specifier, context) })
const { astToString, default: openapiTS } = await import("openapi-typescript")

write("paths.d.ts", astToString(await openapiTS(structuredClone(OpenApi.fromApi(Api)))))
takeSigning()
takeStory()
