// What the package.json of every published package says alike: where the project is, which Node it needs, and how it is built
// and published.
//
//   node tools/manifests.mjs            names what differs
//   node tools/manifests.mjs --write    writes it, for example into a new package
import { readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { lowest } from "./node-packages.mjs"
import * as Reports from "./reports.mjs"

/** Stands where the owner of the repository will stand. Nothing is published while it is in a package.json. */
export const placeholder = "OWNER-NOT-CHOSEN-YET"

/** The only line to change once the repository has an address. */
const address = `github.com/${placeholder}/crossdock`

/** The first version of core, and of the packages that share its version, that no contract of today is promised for. */
export const servedUntil = "2.0.0"

/** The packages that share the version of core, except for core itself; a package that uses one allows all versions that serve its contract. */
const ofCore = (root) => JSON.parse(readFileSync(join(root, ".changeset", "config.json"), "utf8")).fixed[0]

const expected = (folder) => ({
  license: "Apache-2.0",
  repository: { type: "git", url: `git+https://${address}.git`, directory: folder },
  homepage: `https://${address}/tree/main/${folder}#readme`,
  bugs: `https://${address}/issues`,
  engines: { node: `>=${lowest}` },
  publishConfig: { access: "public", provenance: true }
})

/** A package is built before it is packed, and `npm publish` in its folder is refused as a release is. */
const scripts = { prepack: "npm run build", prepublishOnly: "node ../../tools/check-release.mjs" }

const isRange = (range) => range.startsWith("workspace:>=") && range.endsWith(` <${servedUntil}`)

/**
 * The internal ranges of a manifest that a plugin author could not install beside the next minor release: section, package, range. A
 * package that shares the version of core may name the others of its group by `^`, and the runner is tested with exactly the versions
 * that it names.
 */
const narrow = (root, manifest) => {
  const group = ofCore(root)
  const sections = group.includes(manifest.name) || manifest.name === "@crossdock/runner" ? ["peerDependencies"] : ["peerDependencies", "dependencies"]
  return sections.flatMap((section) =>
    Object.entries(manifest[section] ?? {}).filter(([other, range]) => group.includes(other) && !isRange(range)).map(([other, range]) => ({ section, other, range }))
  )
}

const firstRange = `workspace:>=0.0.0-0 <${servedUntil}`

/** What is wrong with the manifest of a published package, one sentence each. */
export const problems = (root, folder, manifest) => [
  ...Object.entries(expected(folder)).filter(([field, value]) => JSON.stringify(manifest[field]) !== JSON.stringify(value)).map(([field]) => `${field} differs from the other packages`),
  ...Object.entries(scripts).filter(([name, value]) => manifest.scripts?.[name] !== value).map(([name, value]) => `the script ${name} is not ${JSON.stringify(value)}`),
  ...narrow(root, manifest).map(({ other, range }) => `${other} is ${range}; write ${firstRange}`)
]

/** Every published package: its folder and its manifest. */
export const published = (root) =>
  Reports.workspaces(root)
    .map((folder) => ({ folder, manifest: JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) }))
    .filter(({ manifest }) => manifest.private !== true)

/** A manifest with what all have in common, in the order of the others. */
const completed = (root, folder, manifest) => {
  const { engines, publishConfig, ...first } = expected(folder)
  for (const { other, section } of narrow(root, manifest)) manifest[section][other] = firstRange
  return Object.fromEntries(
    Object.entries({ ...manifest, engines, scripts: { ...manifest.scripts, ...scripts }, publishConfig }).flatMap(([field, value]) =>
      field === "type" ? [...Object.entries(first), [field, value]] : field in first ? [] : [[field, value]]
    )
  )
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const root = dirname(dirname(fileURLToPath(import.meta.url)))
  for (const { folder, manifest } of published(root)) {
    if (process.argv.includes("--write")) writeFileSync(join(root, folder, "package.json"), `${JSON.stringify(completed(root, folder, manifest), undefined, 2)}\n`)
    else for (const problem of problems(root, folder, manifest)) process.stdout.write(`${folder}/package.json: ${problem}\n`)
  }
}
