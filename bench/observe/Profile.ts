/**
 * Folds CPU profiles of V8 into a few groups, by the module of each function: where the time of the process itself goes. A function of
 * V8 without a module counts for its caller, and so do the functions of SQLite, which have no frame of their own.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { SourceMap } from "node:module"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Share } from "../run/Results.ts"

interface Node {
  readonly id: number
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number; readonly columnNumber: number }
  readonly children?: ReadonlyArray<number>
}

export interface CpuProfile {
  readonly nodes: ReadonlyArray<Node>
  readonly samples: ReadonlyArray<number>
  /** Microseconds before each sample. */
  readonly timeDeltas: ReadonlyArray<number>
}

/** The groups of V8's own entries, and those by a part of the module's address; the first that matches counts, with its folder in place of $1. */
const ownEntries: ReadonlyMap<string, string> = new Map([["(garbage collector)", "garbage collection"], ["(program)", "V8 and the kernel"], ["(root)", "V8 and the kernel"]])
const idle = "(idle)"
const groups: ReadonlyArray<readonly [pattern: RegExp, where: string]> = [
  [/node:sqlite|apps\/runner\/src\/store\/Sqlite|observe\/statements/, "SQLite"],
  [/node_modules\/(pg|pg-[\w-]+|postgres-[\w-]+)\/|apps\/runner\/src\/store\/Postgres/, "client of PostgreSQL"],
  [/node:(internal\/)?crypto|apps\/runner\/src\/store\/Vault/, "encryption and digests"],
  [/undici|transport-undici/, "calls to peers"],
  [/node:(_http|http|net|stream|internal\/(http|net|streams?|stream_base_commons))/, "node:http and sockets"],
  [/^node:(internal\/)?modules|^node:internal\/(source_map|vm)/, "loading of modules"],
  [/^node:/, "Node (other)"],
  [/node_modules\/effect\/.*(schema|Schema)/, "effect (Schema)"],
  [/node_modules\/effect\//, "effect (fibers)"],
  [/packages\/([\w-]+)\//, "$1"],
  [/apps\/runner\/src\/([\w-]+)\//, "runner/$1"],
  [/apps\/runner\//, "runner"],
  [/node_modules\//, "other libraries"]
]

const maps = new Map<string, SourceMap | undefined>()
const mapOf = (url: string): SourceMap | undefined => {
  if (maps.has(url)) return maps.get(url)
  const file = url.startsWith("file:") ? `${fileURLToPath(url)}.map` : ""
  const map = existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, "utf8"))) : undefined
  maps.set(url, map)
  return map
}

/** The address of the source of a function. */
const addressOf = ({ columnNumber, lineNumber, url }: Node["callFrame"]): string => {
  const entry = mapOf(url)?.findEntry(lineNumber, columnNumber)
  return entry !== undefined && "originalSource" in entry ? new URL(entry.originalSource, url).href : url
}

const groupOf = (frame: Node["callFrame"]): string | undefined => {
  const own = ownEntries.get(frame.functionName)
  if (own !== undefined || frame.url === "") return own
  const address = addressOf(frame)
  for (const [pattern, where] of groups) {
    const found = pattern.exec(address)
    if (found !== null) return where.replace("$1", found[1] ?? "")
  }
  return "other files"
}

/** The time in each group of the second part of a profile. */
const timesOf = ({ nodes, samples, timeDeltas }: CpuProfile, from: number): ReadonlyMap<string, number> => {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const parents = new Map(nodes.flatMap(({ children = [], id }) => children.map((child) => [child, id] as const)))
  const whereOf = (id: number | undefined): string => {
    const node = id === undefined ? undefined : byId.get(id)
    return node === undefined ? "V8 and the kernel" : groupOf(node.callFrame) ?? whereOf(parents.get(node.id))
  }
  const total = timeDeltas.reduce((sum, delta) => sum + delta, 0)
  const times = new Map<string, number>()
  let at = 0
  for (const [index, id] of samples.entries()) {
    const delta = timeDeltas[index] ?? 0
    at += delta
    if (at < from * total || byId.get(id)?.callFrame.functionName === idle) continue
    const where = whereOf(id)
    times.set(where, (times.get(where) ?? 0) + delta)
  }
  return times
}

/** The shares of all profiles together, the largest first; `from` is the part of each that is left out, from 0 to 1. */
export const sharesOf = (profiles: ReadonlyArray<CpuProfile>, from: number): ReadonlyArray<Share> => {
  const all = new Map<string, number>()
  for (const profile of profiles) for (const [where, time] of timesOf(profile, from)) all.set(where, (all.get(where) ?? 0) + time)
  const total = [...all.values()].reduce((sum, time) => sum + time, 0)
  return [...all].map(([where, time]) => ({ where, percent: Math.round((time / total) * 1000) / 10 }))
    .filter(({ percent }) => percent >= 1)
    .toSorted((a, b) => b.percent - a.percent)
}

/** Those of all profiles in a folder. */
export const sharesIn = (folder: string, from: number): ReadonlyArray<Share> =>
  sharesOf(readdirSync(folder).filter((name) => name.endsWith(".cpuprofile")).map((name) => JSON.parse(readFileSync(join(folder, name), "utf8"))), from)
