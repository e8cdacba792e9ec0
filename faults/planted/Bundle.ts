/** Builds a part of the runner, or all of it, with a bug planted in its sources; the result is in `faults/dist`. */
import { readFile } from "node:fs/promises"
import { basename, join, relative, sep } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { build, type Options } from "tsup"
import { bugs, type Name, planted } from "./Bugs.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))
const sources = join(root, "apps", "runner", "src")
const folder = join(root, "faults", "dist")

type Plugin = NonNullable<Options["esbuildPlugins"]>[number]

const planting = (name: Name): Plugin => ({
  name: `planted bug ${name}`,
  setup: ({ onEnd, onLoad }) => {
    const changed = new Set<string>()
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const file = relative(sources, path).split(sep).join("/")
      if (!bugs[name].changes.some((change) => change.file === file)) return undefined
      changed.add(file)
      return { contents: planted(name, file, await readFile(path, "utf8")), loader: "ts" }
    })
    onEnd(() => {
      const missed = bugs[name].changes.find(({ file }) => !changed.has(file))
      return missed && { errors: [{ text: `the bug ${name} is not planted: the bundle has no ${missed.file}` }] }
    })
  }
})

/** The path of the bundle of a file of this repository. */
const bundled = async (name: Name, entry: string): Promise<string> => {
  const file = `${basename(entry, ".ts")}.${name}`
  await build({
    config: false,
    silent: true,
    clean: false,
    splitting: false,
    format: "esm",
    target: "node22",
    platform: "node",
    removeNodeProtocol: false,
    entry: { [file]: join(root, entry) },
    outDir: folder,
    // Whatever the working directory depends on.
    external: [/^(?!@crossdock\/admin-api$)(?:@[\w-]+\/)?[\w-]+(?:\/|$)/, /^node:/],
    noExternal: ["@crossdock/admin-api"],
    esbuildPlugins: [planting(name)]
  })
  return join(folder, `${file}.js`)
}

/** The whole runner with a bug, and with the places where it can be killed, as a program. */
export const program = (name: Name): Promise<string> => bundled(name, "faults/support/RunnerWithFailpoints.ts")

/** Loads a module with a bug in the sources of the runner that it uses; `entry` is its path in this repository. */
export const load = async <Module>(name: Name, entry: string): Promise<Module> =>
  import(/* @vite-ignore */ pathToFileURL(await bundled(name, entry)).href) as Promise<Module>
