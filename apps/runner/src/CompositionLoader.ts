/**
 * Loads a composition file as an ES module. In a folder made by `npm init`, whose package.json says commonjs, Node
 * would read it as CommonJS; here the file's own import and export statements decide.
 */
import { readFileSync } from "node:fs"
import * as Module from "node:module"
import { fileURLToPath } from "node:url"

const statement = /^\s*(?:export\b|import\b\s*(?!\())/m

const isEsModule = (url: string): boolean =>
  url.startsWith("file:") && /\.[jt]s$/.test(url) && !url.includes("/node_modules/") && statement.test(readFileSync(fileURLToPath(url), "utf8"))

/** Runs `load` while files with import and export statements are read as ES modules. */
export const loading = async <A>(load: () => Promise<A>): Promise<A> => {
  const hooks = Module.registerHooks({
    load: (url, context, next) =>
      next(url, isEsModule(url) ? { ...context, format: url.endsWith(".ts") ? "module-typescript" : "module" } : context)
  })
  try {
    return await load()
  } finally {
    hooks.deregister()
  }
}
