/**
 * Loads a composition file as an ES module, wherever it stands.
 *
 * In a folder made by `npm init`, whose package.json says commonjs, Node would read it as CommonJS; here the file's own
 * import and export statements decide. A package of Crossdock, or Effect, that is not installed near the file is taken from
 * the runner, so that a composition needs no package.json beside it.
 */
import { readFileSync } from "node:fs"
import * as Module from "node:module"
import { fileURLToPath } from "node:url"

const statement = /^\s*(?:export\b|import\b\s*(?!\())/m

const isEsModule = (url: string): boolean =>
  url.startsWith("file:") && /\.[jt]s$/.test(url) && !url.includes("/node_modules/") && statement.test(readFileSync(fileURLToPath(url), "utf8"))

/** Packages that the runner brings along for a composition. Other plugins must be installed near the composition. */
const isBrought = (specifier: string): boolean => /^(?:@crossdock\/|effect(?:\/|$))/.test(specifier)

/** The name of the package that a failed import was looking for; undefined if the import failed for another reason. */
export const missingPackage = (cause: unknown): string | undefined => {
  const { code, message } = (cause ?? {}) as { readonly code?: unknown; readonly message?: unknown }
  return code === "ERR_MODULE_NOT_FOUND" ? /^Cannot find package '([^']+)'/.exec(String(message))?.[1] : undefined
}

/** Runs `load` while files with import and export statements are read as ES modules. */
export const loading = async <A>(load: () => Promise<A>): Promise<A> => {
  const hooks = Module.registerHooks({
    resolve: (specifier, context, next) => {
      try {
        return next(specifier, context)
      } catch (cause) {
        if (!isBrought(specifier) || missingPackage(cause) === undefined) throw cause
        return next(specifier, { ...context, parentURL: import.meta.url })
      }
    },
    load: (url, context, next) =>
      next(url, isEsModule(url) ? { ...context, format: url.endsWith(".ts") ? "module-typescript" : "module" } : context)
  })
  try {
    return await load()
  } finally {
    hooks.deregister()
  }
}
