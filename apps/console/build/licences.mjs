// Writes dist/THIRD-PARTY.txt: every package whose code is in the built page, with its version, its licence and that licence's text. The
// build fails if a licence is not one of those that allow this, or if a package has no text of it.
import { existsSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const allowed = new Set(["MIT", "ISC", "0BSD", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "Unlicense"])
const root = fileURLToPath(new URL("..", import.meta.url))
const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))

/** The folder of a package as a module in `from` finds it. */
const folderOf = (name, from) => {
  for (let at = from; ; at = dirname(at)) {
    const folder = join(at, "node_modules", name)
    if (existsSync(folder)) return realpathSync(folder)
    if (dirname(at) === at) throw new Error(`${name} is not installed for ${from}`)
  }
}

/** All packages of others that run in the page: the dependencies of the console, and theirs. */
const packages = (folder, found = new Map()) => {
  for (const name of Object.keys(manifestOf(folder).dependencies ?? {})) {
    // The admin API gives types alone.
    if (name.startsWith("@crossdock/")) continue
    const inside = folderOf(name, folder)
    if (found.has(inside)) continue
    found.set(inside, manifestOf(inside))
    packages(inside, found)
  }
  return found
}

const textOf = (folder, name) => {
  const file = readdirSync(folder).find((each) => /^licen[cs]e(?:\.(?:md|txt))?$/i.test(each))
  if (file === undefined) throw new Error(`${name} has no text of its licence`)
  return readFileSync(join(folder, file), "utf8").trim()
}

const parts = [...packages(root)]
  .toSorted(([, one], [, other]) => (one.name < other.name ? -1 : 1))
  .map(([folder, { license, name, version }]) => {
    if (!allowed.has(license)) throw new Error(`${name} has the licence ${license}, which is not known to allow its use in the console`)
    return `${name} ${version} (${license})\n\n${textOf(folder, name)}\n`
  })
const fonts = `Geist and Geist Mono (OFL-1.1)\n\n${readFileSync(join(root, "src/fonts/LICENSE-OFL.txt"), "utf8").trim()}\n`
const line = `\n${"-".repeat(78)}\n\n`
writeFileSync(join(root, "dist/THIRD-PARTY.txt"), `The console contains the work of others:\n${line}${[...parts, fonts].join(line)}`)
