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

interface Manifest {
  readonly version?: unknown
  readonly engines?: { readonly node?: unknown }
}

export const version = (): string => String((JSON.parse(manifest()) as Manifest).version ?? "unknown")

const numbersOf = (text: string): ReadonlyArray<number> => (/\d+(?:\.\d+)*/.exec(text)?.[0] ?? "0").split(".").map(Number)

const isOlder = (one: ReadonlyArray<number>, other: ReadonlyArray<number>): boolean => {
  const at = other.findIndex((number, index) => number !== (one[index] ?? 0))
  return at >= 0 && (one[at] ?? 0) < other[at]!
}

/** Why this Node does not run this package; undefined: it does. */
export const nodeProblem = (node: string, needed = String((JSON.parse(manifest()) as Manifest).engines?.node ?? "")): string | undefined => {
  const least = numbersOf(needed)
  return isOlder(numbersOf(node), least)
    ? `this is Node ${node.replace(/^v/, "")}, and crossdock needs Node ${least.join(".")} or newer; install one from https://nodejs.org and start again`
    : undefined
}
