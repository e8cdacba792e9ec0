/**
 * Plugins outside of the repository that find its packages as an installation would have them: what is built, by name.
 */
import { spawnSync } from "node:child_process"
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

export const root = fileURLToPath(new URL("../../..", import.meta.url))

/** Milliseconds that a compiler and a test runner may take on a machine that has other things to do. */
export const limit = 600_000

export const link = (folder: string): void => {
  const modules = join(folder, "node_modules")
  mkdirSync(join(modules, "@crossdock"), { recursive: true })
  mkdirSync(join(modules, "@types"), { recursive: true })
  for (const name of ["config", "core", "protocols", "http-kit", "testkit", "transport-undici", "erp-ledger", "erp-open-api", "warehouse-sandbox"]) symlinkSync(join(root, "packages", name), join(modules, "@crossdock", name))
  for (const name of ["effect", "vitest", "typescript", "@types/node"]) {
    symlinkSync(join(root, "packages", "testkit", "node_modules", name), join(modules, name))
  }
}

export const write = (folder: string, path: string, text: string): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

/** Nothing of what this test runs in. */
export const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:vitest|node_env$|test$)/i.test(name)))

const run = (cwd: string, args: ReadonlyArray<string>, more: NodeJS.ProcessEnv = {}) => spawnSync(process.execPath, args, { cwd, env: { ...env, ...more }, encoding: "utf8", maxBuffer: 1 << 26, timeout: limit })

const node = (cwd: string, ...args: ReadonlyArray<string>): string => {
  const { error, stderr, stdout } = run(cwd, args)
  return `${error?.message ?? ""}${stdout}${stderr}`
}

/** What a script writes to its standard output. Throws what it writes to the other if it fails. */
export const nodeOutput = (cwd: string, ...args: ReadonlyArray<string>): string => nodeOutputWith({}, cwd, ...args)

/** The same, with further variables of the environment. */
export const nodeOutputWith = (more: NodeJS.ProcessEnv, cwd: string, ...args: ReadonlyArray<string>): string => {
  const { error, status, stderr, stdout } = run(cwd, args, more)
  if (error !== undefined || status !== 0) throw new Error(`${error?.message ?? ""}${stderr}`)
  return stdout
}

/** What the compiler says; nothing: it compiles. */
export const tsc = (cwd: string): string => node(cwd, join("node_modules", "typescript", "bin", "tsc"), "--noEmit")

export const vitest = (cwd: string, ...args: ReadonlyArray<string>): string => node(cwd, join("node_modules", "vitest", "vitest.mjs"), "run", ...args)

export const json = <T>(...path: ReadonlyArray<string>): T => JSON.parse(readFileSync(join(...path), "utf8")) as T
