/**
 * Reads templates and writes plugins. A template is the files of a plugin for a provider named Acme, in layers: a file of a
 * later layer replaces the earlier one, or changes it by a diff. The name of the provider replaces Acme.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import * as Changes from "./Changes.ts"
import type { Kind, Protocol, Template } from "./Choice.ts"
import * as Manifest from "./Manifest.ts"
import type { Name } from "./Name.ts"

export interface Plugin {
  readonly kind: Kind
  readonly protocol: Protocol
  readonly template: Template
  readonly name: Name
  readonly packageName: string
}

const home = fileURLToPath(new URL("..", import.meta.url))

/** The version of this package, which all Crossdock packages share. */
export const version = (): string => (JSON.parse(readFileSync(join(home, "package.json"), "utf8")) as { readonly version: string }).version

const filesBelow = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted()

/** Fills in a template: the provider's name and the placeholders of the README. */
export const render = (text: string, { kind, name, packageName, template }: Plugin): string =>
  text
    .replaceAll("PLUGIN_ABOUT", template.about)
    .replaceAll("PLUGIN_TESTS", template.tests)
    .replaceAll("PLUGIN_CONNECTION", `{ id: "acme", plugin: "${kind}-acme", settings: ${template.settings} }`)
    .replaceAll("PLUGIN_FILES", template.files.map(([file, holds]) => `| ${file} | ${holds} |`).join("\n"))
    .replaceAll("PACKAGE_NAME", packageName)
    .replaceAll(/acme(?=[.-](?:test|example))|(?<=[-"/])acme(?=["/])/g, name.kebab)
    .replaceAll("ACME", name.kebab.replaceAll("-", "_").toUpperCase())
    .replaceAll("Acme", name.title)
    .replaceAll("acme", name.camel)

const laidOver = (files: Map<string, string>, layer: string): void => {
  const folder = join(home, "templates", layer)
  if (existsSync(folder)) for (const path of filesBelow(folder)) files.set(path, readFileSync(join(folder, path), "utf8"))
  const diff = `${folder}.diff`
  if (!existsSync(diff)) return
  for (const [path, changes] of Changes.read(readFileSync(diff, "utf8"))) files.set(path, Changes.apply(files.get(path) ?? "", changes))
}

/** The layers of a plugin: what all share, then for each protocol what its kinds share, and what is of this kind alone. */
const layersOf = ({ kind, protocol, template: { over } }: Pick<Plugin, "kind" | "protocol" | "template">): ReadonlyArray<string> => [
  "common",
  ...[...(over === undefined ? [] : [over]), protocol].flatMap((each) => [each, `${kind}-${each}`])
]

/** The files of a new plugin: their texts by path. */
export const of = (plugin: Plugin, manifest: Omit<Manifest.Options, keyof Plugin | "title">): ReadonlyMap<string, string> => {
  const written = new Map<string, string>()
  for (const layer of layersOf(plugin)) laidOver(written, layer)
  // npm publishes no .gitignore.
  const files = new Map([...written].map(([path, text]) => [path.replace(/^_/, "."), render(text, plugin)]))
  files.set("package.json", `${JSON.stringify(Manifest.make({ ...plugin, ...manifest, title: plugin.name.title }), undefined, 2)}\n`)
  return files
}

/** Whether a folder is empty or does not exist. */
export const isFree = (folder: string): boolean => !existsSync(folder) || readdirSync(folder).length === 0

export const write = (folder: string, files: ReadonlyMap<string, string>): void => {
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

/** The archives of `npm pack` in a folder, as dependencies. */
export const archivesIn = (folder: string): Readonly<Record<string, string>> => {
  const names = readdirSync(folder)
  return Object.fromEntries(["core", "books", "protocols", "http-kit", "testkit", "transport-undici"].flatMap((name) => {
    const archive = names.find((each) => each.startsWith(`crossdock-${name}-`) && each.endsWith(".tgz"))
    return archive === undefined ? [] : [[`@crossdock/${name}`, `file:${resolve(folder, archive)}`]]
  }))
}
