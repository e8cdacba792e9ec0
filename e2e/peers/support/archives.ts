/** Packed archives as an outside author has them, and what is installed from them without this repository. */
import { spawnSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../../..", import.meta.url))

/** What surrounds an author: nothing of the package manager and the test runner that this test runs in. */
export const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:p?npm_|vitest|node_env$|node_path$|test$|dev$|prod$)/i.test(name)))

/** Runs a program to its end; what it said is the failure. */
export const run = (cwd: string, command: string, ...args: ReadonlyArray<string>): string => {
  const { error, status, stderr, stdout } = spawnSync(command, args, { cwd, env, encoding: "utf8", maxBuffer: 1 << 26, shell: process.platform === "win32" })
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} in ${cwd} ended with ${status}\n${error?.message ?? ""}${stdout}${stderr}`)
  return stdout
}

/** `npm run pack:all` into another folder. */
export const pack = (folder: string): void => {
  run(root, process.execPath, join(root, "tools", "with-toolchain.mjs"), "exec", process.execPath, join(root, "tools", "pack-all.mjs"), folder)
}

/** Writes a plugin out of a template, as `npm create` does, with the packages of the archives. */
export const create = (archives: string, folder: string, { kind, protocol }: { readonly kind: string; readonly protocol: string }): void => {
  const own = readdirSync(archives).find((each) => each.startsWith("crossdock-create-adapter-"))!
  const flags = ["--kind", kind, "--protocol", protocol, "--name", "acme", "--dir", folder, "--packages", archives]
  run(archives, "npm", "exec", "--yes", `--package=${join(archives, own)}`, "--", "create-adapter", ...flags)
}

export interface Conformance {
  readonly counts: { readonly held: number; readonly broken: number }
  readonly laws: ReadonlyArray<{ readonly law: string; readonly outcome: string; readonly because?: string }>
}

export const conformanceOf = (plugin: string): Conformance =>
  JSON.parse(readFileSync(join(plugin, "coverage", "crossdock-conformance.json"), "utf8")) as Conformance
