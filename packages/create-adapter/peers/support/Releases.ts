/**
 * Releases of the whole repository, made from a copy of it as the release workflow makes them.
 */
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import * as Manifests from "../../../../tools/manifests.mjs"
import { workspaces } from "../../../../tools/reports.mjs"
import type { Person } from "./Registry.ts"

const root = fileURLToPath(new URL("../../../..", import.meta.url))

export interface Package {
  readonly name: string
  readonly version: string
  /** Its folder in the copy. */
  readonly folder: string
}

/** The packages of a copy that a release publishes. */
export const published = (copy: string): ReadonlyArray<Package> =>
  Manifests.published(copy).map(({ folder, manifest: { name, version } }) => ({ name, version, folder: join(copy, folder) }))

/** Copies what a release needs: manifests, changesets, and the built files of packages that are published. */
export const copyTo = (copy: string): void => {
  const take = (path: string) => {
    if (!existsSync(join(root, path))) return
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    cpSync(join(root, path), join(copy, path), { recursive: true })
  }
  for (const path of ["package.json", "pnpm-workspace.yaml", "LICENSE", ".changeset", "tsconfig.base.json"]) take(path)
  for (const folder of workspaces(root)) take(join(folder, "package.json"))
  for (const { folder, manifest: { files } } of Manifests.published(root)) for (const path of ["README.md", ...files]) take(join(folder, path))
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"), "junction")
  // pnpm reads the version that replaces `workspace:` where it would be installed.
  const all = published(copy)
  for (const { folder } of all) {
    mkdirSync(join(folder, "node_modules", "@crossdock"), { recursive: true })
    for (const other of all) if (other.folder !== folder) symlinkSync(other.folder, join(folder, "node_modules", other.name), "junction")
  }
}

/** Adds a change of every package. */
export const change = (copy: string, bump: "minor" | "patch", text: string): void => {
  const names = published(copy).map(({ name }) => `"${name}": ${bump}\n`)
  writeFileSync(join(copy, ".changeset", `${bump}-of-all.md`), `---\n${names.join("")}---\n\n${text}\n`)
}

/** Makes the next versions and publishes every package, with the programs of the release workflow. */
export const release = async (copy: string, by: Person): Promise<ReadonlyArray<Package>> => {
  await by.run(copy, join(root, "node_modules", ".bin", "changeset"), "version")
  await by.run(copy, process.execPath, join(root, "tools", "publish.mjs"), "--root", copy, "--rehearsal")
  return published(copy)
}
