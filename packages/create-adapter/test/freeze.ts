/**
 * Writes the frozen plugins of a version out of the templates of today, once:
 *
 *   node packages/create-adapter/test/freeze.ts 1
 */
import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { type Kind, type Protocol, templates } from "../src/Choice.ts"
import * as Files from "../src/Files.ts"
import * as Name from "../src/Name.ts"
import * as Fixtures from "./fixtures.ts"

export const home = fileURLToPath(new URL("../frozen", import.meta.url))

export const digestsName = "digests.json"

/** The SHA-256 of every file below a folder, by its path. */
export const digestsOf = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== digestsName)
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted()
      .map((path) => [path.slice(folder.length + 1), createHash("sha256").update(readFileSync(path)).digest("hex")])
  )

const plugin = (kind: Kind, protocol: Protocol): Files.Plugin => ({
  kind,
  protocol,
  template: templates[kind][protocol]!,
  name: Name.read("acme") as Name.Name,
  packageName: `crossdock-${kind}-acme`
})

const freeze = (version: string): void => {
  const folder = join(home, version)
  if (existsSync(folder)) throw new Error(`${folder} is there already; frozen plugins are never written again, so name another version`)
  for (const fixture of ["webhook-and-tokens", "shop-webhook-and-tokens"] as const) {
    const { kind, protocol } = Fixtures.templateOf[fixture]
    Files.write(join(folder, kind), Files.of(plugin(kind, protocol), { version: Files.version() }))
    Fixtures.layOver(join(folder, kind), fixture)
  }
  Files.write(join(folder, "erp"), Files.of(plugin("erp", "http-json"), { version: Files.version() }))
  writeFileSync(join(folder, digestsName), `${JSON.stringify(digestsOf(folder), undefined, 2)}\n`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , version] = process.argv
  if (version === undefined) throw new Error("name the version that is done: node packages/create-adapter/test/freeze.ts 1")
  freeze(version)
}
