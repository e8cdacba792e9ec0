// Gives openapi-typescript the TypeScript 5 whose interface it uses; the TypeScript of this repository has none.
import { registerHooks } from "node:module"

const found = import.meta.resolve("typescript-5")

registerHooks({ resolve: (specifier, context, next) => next(specifier === "typescript" ? found : specifier, context) })
