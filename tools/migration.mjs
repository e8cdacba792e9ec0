// Gathers what a plugin or a protocol has to change from one release to the next, into docs/guides/migrate.md.
//
//   node tools/migration.mjs             prints the section of what waits
//   node tools/migration.mjs --write     writes it into the page, in place of the one that waited before
//   node tools/migration.mjs --released  gives that section the version of core; `npm run version` does both
//
// A changeset says it in a table with a column `Old` and a column `New`. Other text of changesets goes into the changelogs alone.
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"

export const heading = "## Not released yet"

/** The tables of a text that have the columns `Old` and `New`. */
const tablesIn = (text) =>
  [...text.matchAll(/(?:^\|.*\|\n?)+/gm)].map(([table]) => table.trim()).filter((table) => {
    const columns = table.split("\n")[0].split("|").map((cell) => cell.trim())
    return columns.includes("Old") && columns.includes("New")
  })

/** The section for changesets: `{ name, text }` each, with their heads. Undefined if none has a table. */
export const section = (changesets) => {
  const parts = changesets.flatMap(({ name, text }) => {
    const [, head = "", body = ""] = /^---\n([^]*?)\n---\n+([^]*)$/.exec(text) ?? []
    const tables = tablesIn(body)
    if (tables.length === 0) return []
    const packages = [...head.matchAll(/^"([^"]+)":/gm)].map(([, one]) => `\`${one}\``).join(", ")
    return [`### ${name.replace(/\.md$/, "").replaceAll("-", " ").replace(/^./, (first) => first.toUpperCase())}\n\n${packages}\n\n${tables.join("\n\n")}`]
  })
  return parts.length === 0 ? undefined : `${heading}\n\n${parts.join("\n\n")}\n`
}

/** Puts a section into a page, before the releases and in place of a section of the same heading. */
export const withSection = (page, waiting) => {
  const [before, ...sections] = page.split(/^(?=## )/m)
  const released = sections.filter((each) => !each.startsWith(`${heading}\n`))
  return [before.trimEnd(), ...(waiting === undefined ? [] : [waiting.trimEnd()]), ...released.map((each) => each.trimEnd())].join("\n\n").concat("\n")
}

/** Names the section that waited after the release. */
export const released = (page, version) => page.replace(`${heading}\n`, `## ${version}\n`)

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const root = dirname(dirname(fileURLToPath(import.meta.url)))
  const file = join(root, "docs", "guides", "migrate.md")
  const folder = join(root, ".changeset")
  const waiting = section(
    readdirSync(folder).filter((name) => name.endsWith(".md")).toSorted().map((name) => ({ name, text: readFileSync(join(folder, name), "utf8") }))
  )
  if (process.argv.includes("--released")) {
    const { version } = JSON.parse(readFileSync(join(root, "packages", "core", "package.json"), "utf8"))
    writeFileSync(file, released(readFileSync(file, "utf8"), version))
  } else if (process.argv.includes("--write")) writeFileSync(file, withSection(readFileSync(file, "utf8"), waiting))
  else process.stdout.write(waiting ?? "no changeset has a table with the columns Old and New\n")
}
