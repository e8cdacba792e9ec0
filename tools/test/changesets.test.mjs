// Turns the changesets into versions, changelogs and internal ranges in a dry run on copies of the manifests, without the
// network and without changing the checkout.
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { after, before, describe, it } from "node:test"
import { fileURLToPath } from "node:url"
import { provenanceProblem } from "../check-packages.mjs"
import * as CheckRelease from "../check-release.mjs"
import * as Manifests from "../manifests.mjs"
import * as Modules from "../modules.mjs"
import * as Reports from "../reports.mjs"

const home = fileURLToPath(new URL("../..", import.meta.url))
const folder = mkdtempSync(join(tmpdir(), "crossdock-changesets-"))
after(() => rmSync(folder, { recursive: true }))

const isWindows = process.platform === "win32"
const readJson = (path) => JSON.parse(readFileSync(path, "utf8"))
const manifestsIn = (root) => Reports.workspaces(root).map((path) => ({ path, ...readJson(join(root, path, "package.json")) }))

/** The changesets of a folder: the bump of each package that they name, and their text. */
const notesIn = (root) =>
  readdirSync(join(root, ".changeset")).filter((name) => name.endsWith(".md")).map((name) => {
    const [, head, text] = /^---\n([^]*?)\n---\n+([^]*)$/.exec(readFileSync(join(root, ".changeset", name), "utf8")) ?? []
    const bumps = Object.fromEntries([...(head ?? "").matchAll(/^"([^"]+)": (major|minor|patch)$/gm)].map(([, ...pair]) => pair))
    return { name, bumps, text }
  })

const sizes = ["none", "patch", "minor", "major"]
const larger = (one, other) => sizes[Math.max(sizes.indexOf(one), sizes.indexOf(other))]
const internal = ({ dependencies = {}, peerDependencies = {} }) =>
  Object.entries({ ...dependencies, ...peerDependencies }).filter(([name]) => name.startsWith("@crossdock/"))

/** Whether a range excludes the next version: `*` allows only the current one, `^` below 1.0.0 the current minor version. */
const leaves = (range, bump) => bump !== "none" && (range === "workspace:*" || (range === "workspace:^" && bump !== "patch"))

/** The expected bump of each package: by its changesets, by its group, and a patch if a dependency leaves its range. */
const planOf = (manifests, notes, groups) => {
  const plan = Object.fromEntries(manifests.map(({ name }) => [name, "none"]))
  for (const { bumps } of notes) for (const [name, bump] of Object.entries(bumps)) plan[name] = larger(plan[name], bump)
  for (let isSettled = false; !isSettled;) {
    const earlier = JSON.stringify(plan)
    for (const group of groups) {
      const furthest = group.map((name) => plan[name]).reduce(larger, "none")
      for (const name of group) plan[name] = furthest
    }
    for (const manifest of manifests) {
      if (internal(manifest).some(([name, range]) => leaves(range, plan[name]))) plan[manifest.name] = larger(plan[manifest.name], "patch")
    }
    isSettled = JSON.stringify(plan) === earlier
  }
  return plan
}

const moved = (version, bump) => {
  const [major, minor, patch] = version.split(".").map(Number)
  return { none: version, patch: `${major}.${minor}.${patch + 1}`, minor: `${major}.${minor + 1}.0`, major: `${major + 1}.0.0` }[bump]
}

/** Copies the manifests and changesets of this repository to a new folder. */
const copy = (name) => {
  const root = join(folder, name)
  for (const path of ["package.json", "pnpm-workspace.yaml", ...Reports.workspaces(home).map((each) => `${each}/package.json`)]) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    cpSync(join(home, path), join(root, path))
  }
  cpSync(join(home, ".changeset"), join(root, ".changeset"), { recursive: true })
  symlinkSync(join(home, "node_modules"), join(root, "node_modules"), isWindows ? "junction" : "dir")
  return root
}

const start = (command, args, cwd) => {
  const done = spawnSync(command, args, { cwd, encoding: "utf8", shell: isWindows })
  return { status: done.status, output: `${done.stdout}${done.stderr}` }
}
const version = (root) => start(join(home, "node_modules/.bin", isWindows ? "changeset.cmd" : "changeset"), ["version"], root)
const write = (root, name, text) => writeFileSync(join(root, ".changeset", `${name}.md`), text)

const { fixed } = readJson(join(home, ".changeset/config.json"))
const published = manifestsIn(home).filter((manifest) => manifest.private !== true)

const check = (root, earlier, notes) => {
  const plan = planOf(earlier.filter((manifest) => manifest.private !== true), notes, fixed)
  const later = manifestsIn(root)
  const versions = (manifests, of) => Object.fromEntries(manifests.map((manifest) => [manifest.name, of(manifest)]))
  assert.deepEqual(
    versions(later, ({ version: now }) => now),
    versions(earlier, (manifest) => manifest.private === true ? manifest.version : moved(manifest.version, plan[manifest.name]))
  )
  for (const { name, path, version: now } of later) {
    if ((plan[name] ?? "none") === "none") continue
    const changelog = readFileSync(join(root, path, "CHANGELOG.md"), "utf8")
    assert.match(changelog, new RegExp(`^# ${name}\n\n## ${now.replaceAll(".", "\\.")}\n`))
    for (const { bumps, text } of notes) if (bumps[name] !== undefined) assert.ok(changelog.includes(text.split("\n")[0]), `${name}: ${text}`)
  }
  assert.deepEqual(notesIn(root), [], "a changeset is used once")
}

describe("changesets", () => {
  const root = copy("run")
  const waiting = notesIn(root)

  before(() => {
    if (waiting.length === 0) write(root, "first", `---\n${published.map(({ name }) => `"${name}": minor`).join("\n")}\n---\n\nA first release.\n`)
  })

  it("every changeset names a bump and published packages, and has a text", () => {
    const names = new Set(published.map(({ name }) => name))
    for (const { bumps, name, text } of waiting) {
      assert.ok(Object.keys(bumps).length > 0 && Object.keys(bumps).every((one) => names.has(one)), name)
      assert.ok((text ?? "").trim().length > 20, name)
    }
  })

  it("every changeset names only what is in the sources, since nothing older was ever published", () => {
    const folders = ["apps", "packages", "docs"].map((folder) => join(home, folder))
    const isSource = (name) => /\.(?:ts|md|json)$/.test(name)
    const sources = folders.flatMap((folder) => Modules.filesBelow(folder, isSource, (_, name) => ["node_modules", "dist", "coverage"].includes(name)).map((path) => readFileSync(join(folder, path), "utf8"))).join("\n")
    const unknown = waiting.flatMap(({ name, text }) =>
      [...text.matchAll(/`([^`]+)`/g)].flatMap(([, code]) => code.match(/[A-Za-z][\w-]*/g) ?? []).filter((word) => !sources.includes(word)).map((word) => `${name}: ${word}`))
    assert.deepEqual(unknown, [])
  })

  it("the changesets produce the versions that they ask for, with a changelog for each", () => {
    const earlier = manifestsIn(root)
    const notes = notesIn(root)
    const { output, status } = version(root)
    assert.equal(status, 0, output)
    check(root, earlier, notes)
  })

  it("a patch of core bumps its group and the runner, and no plugin whose range allows it", () => {
    const earlier = manifestsIn(root)
    write(root, "small", "---\n\"@crossdock/core\": patch\n---\n\nA number is read to its last digit.\n")
    const notes = notesIn(root)
    const { output, status } = version(root)
    assert.equal(status, 0, output)
    check(root, earlier, notes)
    const now = Object.fromEntries(manifestsIn(root).map((manifest) => [manifest.name, manifest.version]))
    assert.equal(new Set(fixed[0].map((name) => now[name])).size, 1)
    const changelog = readFileSync(join(root, "apps/runner/CHANGELOG.md"), "utf8")
    assert.match(changelog, new RegExp(`- @crossdock/core@${now["@crossdock/core"]}\n`))
  })

  it("a change of one plugin bumps that plugin only", () => {
    const earlier = manifestsIn(root)
    const { name: alone } = published.find(({ name }) => published.every((other) => internal(other).every(([needed]) => needed !== name)))
    write(root, "one", `---\n"${alone}": minor\n---\n\nA list that is not told is asked for.\n`)
    const notes = notesIn(root)
    assert.equal(version(root).status, 0)
    check(root, earlier, notes)
    const later = manifestsIn(root)
    assert.deepEqual(later.filter(({ name, version: now }) => earlier.find((one) => one.name === name).version !== now).map(({ name }) => name), [alone])
  })

  it("packed packages depend on the new versions", () => {
    const later = manifestsIn(root)
    const versionOf = Object.fromEntries(later.map((manifest) => [manifest.name, manifest]))
    for (const manifest of later.filter((each) => each.private !== true)) {
      for (const [name, range] of internal(manifest)) {
        assert.match(range, /^workspace:/, `${manifest.name} asks for ${name} in a range that pnpm does not replace`)
        const at = join(root, manifest.path, "node_modules", name)
        mkdirSync(dirname(at), { recursive: true })
        if (!existsSync(at)) symlinkSync(join(root, versionOf[name].path), at, isWindows ? "junction" : "dir")
      }
    }
    const one = versionOf["@crossdock/testkit"]
    const { output, status } = start("pnpm", ["pack", "--pack-destination", join(root, "packed"), "--config.ignore-scripts=true"], join(root, one.path))
    assert.equal(status, 0, output)
    const archive = join(root, "packed", `crossdock-testkit-${one.version}.tgz`)
    const { dependencies, peerDependencies } = JSON.parse(spawnSync("tar", ["-xzOf", archive, "package/package.json"], { encoding: "utf8" }).stdout)
    assert.equal(dependencies["@crossdock/protocols"].replace(/^[\^~]/, ""), versionOf["@crossdock/protocols"].version)
    // From the version that it was released with to the last that serves its contracts (plugin-author.md 1.4).
    assert.equal(peerDependencies["@crossdock/core"], `>=${versionOf["@crossdock/core"].version} <${Manifests.servedUntil}`)
  })

  it("a changeset for an unknown package stops the release and changes nothing", () => {
    const other = copy("wrong")
    write(other, "wrong", "---\n\"@crossdock/nobody\": minor\n---\n\nNothing that anybody has.\n")
    const earlier = manifestsIn(other)
    const { output, status } = version(other)
    assert.notEqual(status, 0)
    assert.match(output, /nobody/)
    assert.deepEqual(manifestsIn(other), earlier)
  })
})

describe("publishing", () => {
  it("every package is published publicly and with provenance", () => {
    assert.ok(published.length > 5)
    for (const manifest of published) assert.equal(provenanceProblem(manifest), undefined, manifest.name)
  })

  it("every package says where the project is, which Node it needs, and allows all versions that serve its contracts (plugin-author.md 1.4, 1.5)", () => {
    const found = Manifests.published(home).flatMap(({ folder, manifest }) => Manifests.problems(home, folder, manifest).map((problem) => `${folder}: ${problem}`))
    assert.deepEqual(found, [], "node tools/manifests.mjs --write corrects what all packages say alike")
  })

  it("the scaffold writes the ranges that the packages have", () => {
    const served = readFileSync(join(home, "packages/create-adapter/src/ContractRanges.ts"), "utf8")
    for (const [, until] of served.matchAll(/(?:warehouse|platform|erp): "([\d.]+)"/g)) assert.equal(until, Manifests.servedUntil)
    assert.equal([...served.matchAll(/(?:warehouse|platform|erp): "([\d.]+)"/g)].length, 3)
  })

  it("finds a range that has no place for the next minor release, and one without an end", () => {
    const { manifest } = Manifests.published(home).find(({ folder }) => folder === "packages/testkit")
    for (const range of ["workspace:^", "workspace:>=0.0.0"]) {
      const problems = Manifests.problems(home, "packages/testkit", { ...manifest, peerDependencies: { "@crossdock/core": range } })
      assert.deepEqual(problems, [`@crossdock/core is ${range}; write workspace:>=0.0.0-0 <${Manifests.servedUntil}`])
    }
  })

  it("is refused while the repository has no address, while changesets wait, and at 0.0.0", () => {
    const unready = copy("unready")
    write(unready, "one", `---\n"@crossdock/core": patch\n---\n\nSomething that waits.\n`)
    const problems = CheckRelease.problems(unready)
    for (const reason of [/OWNER-NOT-CHOSEN-YET for the owner of the repository/, /changesets wait; run npm run version/]) assert.ok(problems.some((each) => reason.test(each)), `${problems}`)
    const ready = copy("ready")
    for (const path of Reports.workspaces(ready).map((folder) => join(ready, folder, "package.json"))) {
      writeFileSync(path, readFileSync(path, "utf8").replaceAll(Manifests.placeholder, "somebody").replace('"version": "0.0.0"', '"version": "0.1.0"'))
    }
    for (const name of readdirSync(join(ready, ".changeset")).filter((each) => each.endsWith(".md"))) rmSync(join(ready, ".changeset", name))
    assert.deepEqual(CheckRelease.problems(ready).filter((each) => !/repository differs|homepage differs|bugs differs/.test(each)), [])
  })

  it("runs only in the workflow of a repository with an address, from a clean checkout, and with provenance", () => {
    const workflow = readFileSync(join(home, ".github/workflows/release.yml"), "utf8")
    assert.ok(workflow.includes(`github.repository == '${Manifests.placeholder}/crossdock'`), "the workflow names another repository than the packages")
    assert.match(workflow, /id-token: write/)
    assert.match(workflow, /npm run release/)
    for (const [, action] of workflow.matchAll(/uses: (\S+)/g)) assert.match(action, /^actions\/[\w-]+@v\d+$/)
    const { scripts } = readJson(join(home, "package.json"))
    assert.match(scripts.release, /release:run$/)
    assert.match(scripts["release:run"], /check-release\.mjs.*&&.*turbo run build.*--force.*&&.*publish\.mjs/)
  })

  it("is rehearsed after every package is built", () => {
    const { tasks } = readJson(join(home, "packages/create-adapter/turbo.json"))
    const needed = published.map(({ name }) => `${name}#build`).filter((name) => name !== "@crossdock/create-adapter#build")
    assert.deepEqual(needed.filter((name) => !tasks["test:peers"].dependsOn.includes(name)), [], "name them in packages/create-adapter/turbo.json")
  })

  it("finds a manifest without provenance or with restricted access", () => {
    assert.match(provenanceProblem({}), /provenance is not true.*access is not public/)
    assert.match(provenanceProblem({ publishConfig: { access: "public", provenance: false } }), /^publishConfig.provenance is not true$/)
    assert.match(provenanceProblem({ publishConfig: { provenance: true } }), /^publishConfig.access is not public$/)
  })
})
