// Refuses to publish while something of a release is missing. `npm run release` and `npm publish` in a package run it.
//
//   node tools/check-release.mjs
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import * as Manifests from "./manifests.mjs"

/** Why nothing may be published now, one sentence each. */
export const problems = (root) => {
  const packages = Manifests.published(root)
  const waiting = readdirSync(join(root, ".changeset")).filter((name) => name.endsWith(".md"))
  const unknown = packages.filter(({ folder }) => readFileSync(join(root, folder, "package.json"), "utf8").includes(Manifests.placeholder))
  const unversioned = packages.filter(({ manifest }) => manifest.version === "0.0.0").map(({ manifest }) => manifest.name)
  return [
    ...(unknown.length > 0
      ? [`${unknown.length} packages have ${Manifests.placeholder} for the owner of the repository; write its address into tools/manifests.mjs, then run node tools/manifests.mjs --write`]
      : []),
    ...(waiting.length > 0 ? [`${waiting.length} changesets wait; run npm run version`] : []),
    ...(unversioned.length > 0 ? [`${unversioned.join(", ")} still have the version 0.0.0`] : []),
    ...packages.flatMap(({ folder, manifest }) => Manifests.problems(root, folder, manifest).map((problem) => `${folder}/package.json: ${problem}`))
  ]
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const found = problems(dirname(dirname(fileURLToPath(import.meta.url))))
  for (const problem of found) process.stderr.write(`not published: ${problem}\n`)
  if (found.length > 0) process.exit(1)
}
