/**
 * The version of this package, from its package.json.
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

/** Why the package does not run on this version of Node; undefined if it does. */
export const nodeProblem = (node: string, needed = String((JSON.parse(manifest()) as Manifest).engines?.node ?? "")): string | undefined => {
  const least = numbersOf(needed)
  return isOlder(numbersOf(node), least)
    ? `this is Node ${node.replace(/^v/, "")}, but crossdock needs Node ${least.join(".")} or newer; install it from https://nodejs.org and start again`
    : undefined
}
