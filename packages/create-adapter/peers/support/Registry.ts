/**
 * A registry on loopback, and npm as somebody uses it who has nothing but this registry.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { delimiter, dirname, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"

/** What surrounds a person with a new machine: nothing of the package manager and the test runner that this test runs in. */
export const outside: NodeJS.ProcessEnv = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(?:p?npm_|vitest|node_env$|node_path$|node_options$|init_cwd$|test$)/i.test(name))
)

export interface Registry {
  readonly url: string
  /** What it wrote to its log, for the message of a failure. */
  readonly log: () => string
  readonly stop: () => void
}

/** Starts a registry that keeps its packages in `folder`. */
export const start = async (folder: string): Promise<Registry> => {
  mkdirSync(folder, { recursive: true })
  const behind = execFileSync("npm", ["config", "get", "registry"], { encoding: "utf8", env: outside, shell: process.platform === "win32" }).trim()
  const child = spawn(process.execPath, [fileURLToPath(new URL("registry.mjs", import.meta.url)), folder, behind], {
    cwd: folder,
    env: outside,
    stdio: ["pipe", "pipe", "inherit"]
  })
  const port = await firstLine(child)
  return {
    url: `http://127.0.0.1:${port}/`,
    log: () => readFileSync(join(folder, "log"), "utf8"),
    stop: () => child.stdin.end()
  }
}

const firstLine = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = ""
    child.stdout!.setEncoding("utf8").on("data", (more: string) => {
      text += more
      if (text.includes("\n")) resolve(text.slice(0, text.indexOf("\n")))
    })
    child.on("close", (code) => reject(new Error(`the registry ended with ${code}`)))
  })

export interface Person {
  /** An empty folder to work in. */
  readonly folder: string
  /** The environment of its programs. */
  readonly env: NodeJS.ProcessEnv
  /** Runs a program to its end in a folder below; what it wrote is the failure. */
  readonly run: (below: string, command: string, ...args: ReadonlyArray<string>) => Promise<string>
}

/** Milliseconds that one program may take on a machine that has other things to do. */
const limit = 10 * 60_000

/** Runs a program to its end; what it wrote is the failure. */
export const run = (cwd: string, env: NodeJS.ProcessEnv, command: string, ...args: ReadonlyArray<string>): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], shell: process.platform === "win32" })
    const timer = setTimeout(() => child.kill("SIGKILL"), limit)
    let [stdout, stderr] = ["", ""]
    child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text))
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text))
    child.on("error", reject)
    child.on("close", (code, signal) => {
      clearTimeout(timer)
      if (code === 0) resolve(stdout)
      else reject(new Error(`${command} ${args.join(" ")} ended with ${code ?? signal}\n${stdout}${stderr}`))
    })
  })

/** Somebody with an empty folder, an empty home and an empty cache of npm, whose Node is the one in `node`. */
export const person = (registry: Registry, folder: string, node: string = dirname(process.execPath)): Person => {
  const home = join(folder, "home")
  const place = join(folder, "work")
  for (const each of [home, place]) mkdirSync(each, { recursive: true })
  // npm does not publish without a token, and this registry takes any.
  writeFileSync(join(home, ".npmrc"), `registry=${registry.url}\n${registry.url.replace(/^http:/, "")}:_authToken=anybody\nupdate-notifier=false\naudit=false\nfund=false\n`)
  const env = { ...outside, HOME: home, USERPROFILE: home, PATH: [node, process.env["PATH"]].join(delimiter), npm_config_cache: join(home, "npm-cache") }
  return { folder: place, env, run: (below, command, ...args) => run(resolve(place, below), env, command, ...args) }
}
