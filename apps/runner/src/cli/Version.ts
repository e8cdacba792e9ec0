/**
 * The version of the package, from the manifest beside the bundle or above the sources.
 */
import { readFileSync } from "node:fs"

const manifest = (): string => {
  for (const path of ["../package.json", "../../package.json"]) {
    try {
      return readFileSync(new URL(path, import.meta.url), "utf8")
    } catch {
      continue
    }
  }
  return "{}"
}

export const version = (): string => String((JSON.parse(manifest()) as { readonly version?: unknown }).version ?? "unknown")
