// Tests that the image has a fixed base image and fixed versions of all dependencies.
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, it } from "node:test"
import { fileURLToPath } from "node:url"
import * as NpmLock from "../npm-lock.mjs"
import * as Reports from "../reports.mjs"

const home = fileURLToPath(new URL("../..", import.meta.url))
const read = (path) => readFileSync(join(home, path), "utf8")

describe("the Dockerfile", () => {
  const steps = read("Dockerfile").replaceAll("\\\n", " ").split("\n").filter((line) => /^[A-Z]+ /.test(line)).map((line) => line.replaceAll(/\s+/g, " "))
  const of = (name) => steps.filter((step) => step.startsWith(`${name} `)).map((step) => step.slice(name.length + 1))

  it("takes one base image, by the version of the toolchain, which a build can replace by a digest (m17)", () => {
    const [, node] = /newest = "([^"]+)"/.exec(read("tools/node-packages.mjs"))
    assert.deepEqual(of("ARG"), [`NODE_IMAGE=node:${node}-bookworm-slim`])
    assert.deepEqual(of("FROM"), ["${NODE_IMAGE} AS packed", "${NODE_IMAGE} AS installed", "${NODE_IMAGE}"])
  })

  it("installs by the lockfile alone, which e2e/peers/packed.test.ts does with the same line (m17)", () => {
    assert.deepEqual(of("RUN"), [
      "npm run --silent pack:all",
      "npm ci --ignore-scripts --no-audit --no-fund && rm -- *.tgz start.mjs",
      "mkdir -m 700 /data && chown node:node /data"
    ])
    assert.deepEqual(of("COPY"), [". .", "--from=packed /source/archives ./", "--from=installed /runner ./"])
    assert.deepEqual(of("ADD"), [])
  })

  it("starts the runner with the arguments of npm start, which the bench measures", () => {
    const [, ...args] = JSON.parse(of("CMD")[0])
    const [flag] = args
    assert.deepEqual(args, [flag, "node_modules/@crossdock/runner/dist/main.js", "start"])
    assert.match(JSON.parse(read("package.json")).scripts.serve, new RegExp(`&& node ${flag} apps/runner/dist/main.js start$`))
    assert.ok(read("bench/run/Subjects.ts").includes(`nodeFlags: ReadonlyArray<string> = ["${flag}"]`))
    assert.ok(read("docs/guides/operate.md").includes(`NODE_OPTIONS=${flag}`))
  })
})

/** A package.json as pnpm packs it, with versions instead of workspace ranges. */
const packedOf = (folder, manifest) => {
  const versions = (written) => written && Object.fromEntries(Object.keys(written).map((name) => [name, "0.0.0"]))
  const { dependencies, name, peerDependencies, version } = manifest
  return { folder, file: `${name}.tgz`, integrity: "sha512-own", manifest: { name, version, dependencies: versions(dependencies), peerDependencies } }
}

describe("the lockfile beside the archives", () => {
  const published = Reports.workspaces(home)
    .map((folder) => [folder, JSON.parse(read(`${folder}/package.json`))])
    .filter(([, manifest]) => manifest.private !== true)
  const pnpmLock = read("pnpm-lock.yaml")
  const { lockfile, manifest } = NpmLock.make(pnpmLock, published.map(([folder, one]) => packedOf(folder, one)))
  const { "": first, ...others } = lockfile.packages

  it("has every package in one version with the digest of pnpm-lock.yaml (m17)", () => {
    const foreign = Object.entries(others).filter(([, { resolved }]) => resolved === undefined)
    assert.ok(foreign.length > 30, `${foreign.length} packages`)
    for (const [path, { integrity, name = path.replace(/^.*node_modules\//, ""), version }] of foreign) {
      assert.match(version, /^\d+\.\d+\.\d+/, path)
      const quoted = `${name}@${version}`.startsWith("@") ? `'${name}@${version}'` : `${name}@${version}`
      assert.ok(pnpmLock.includes(`\n  ${quoted}:\n    resolution: {integrity: ${integrity}}\n`), `${quoted} with ${integrity}`)
    }
    for (const { dependencies, optionalDependencies } of foreign.map(([, one]) => one)) {
      for (const version of Object.values({ ...dependencies, ...optionalDependencies })) assert.match(version, /^\d+\.\d+\.\d+/)
    }
  })

  it("names each archive with its digest, and no place on a network", () => {
    assert.deepEqual(first.dependencies, manifest.dependencies)
    assert.deepEqual(Object.keys(manifest.dependencies).toSorted(), published.map(([, { name }]) => name).toSorted())
    for (const { integrity, resolved } of Object.values(others)) {
      assert.ok(resolved === undefined || (resolved.startsWith("file:") && integrity === "sha512-own"), resolved)
    }
    assert.ok(!JSON.stringify(lockfile).includes("://"))
    assert.equal(manifest.type, "module")
  })
})

describe("a lockfile of packages in several versions", () => {
  const digest = (name) => `sha512-${name}`
  const packages = (...keys) => keys.map((key) => `  ${key}:\n    resolution: {integrity: ${digest(key)}}\n`).join("\n")
  const lock = (dependencies, found, snapshots) => `lockfileVersion: '9.0'

importers:

  a:
    dependencies:
${Object.entries(dependencies).map(([name, version]) => `      ${name}:\n        specifier: ^1\n        version: ${version}\n`).join("")}
packages:

${found}
snapshots:

${snapshots}`
  const archives = (dependencies) => [{ folder: "a", file: "a.tgz", integrity: "sha512-a", manifest: { name: "a", version: "1.0.0", dependencies } }]

  it("puts a second version below whom it is for, and leaves out what another system needs", () => {
    const text = lock(
      { x: "1.0.0", y: "1.0.0(x@1.0.0)" },
      `${packages("x@1.0.0", "x@2.0.0", "y@1.0.0")}\n${packages("only-arm@1.0.0")}    cpu: [arm64]\n    os: [linux, '!win32']\n`,
      "  x@1.0.0: {}\n\n  x@2.0.0: {}\n\n  y@1.0.0(x@1.0.0):\n    dependencies:\n      x: 2.0.0\n    optionalDependencies:\n      only-arm: 1.0.0\n\n  only-arm@1.0.0:\n    optional: true\n"
    )
    const { packages: placed } = NpmLock.make(text, archives({ x: "^1", y: "^1" })).lockfile
    assert.deepEqual(placed["node_modules/x"], { version: "1.0.0", integrity: "sha512-x@1.0.0" })
    assert.deepEqual(placed["node_modules/y/node_modules/x"], { version: "2.0.0", integrity: "sha512-x@2.0.0" })
    assert.deepEqual(placed["node_modules/y"].dependencies, { x: "2.0.0" })
    assert.deepEqual(placed["node_modules/only-arm"], { version: "1.0.0", integrity: "sha512-only-arm@1.0.0", optional: true, os: ["linux", "!win32"], cpu: ["arm64"] })
  })

  it("is not written where pnpm-lock.yaml lacks a package or a digest", () => {
    assert.throws(() => NpmLock.make(lock({}, "", ""), archives({ x: "^1" })), /no x of a: run .* install/)
    assert.throws(() => NpmLock.make(lock({ x: "1.0.0" }, packages("z@1.0.0"), "  z@1.0.0: {}\n"), archives({ x: "^1" })), /has no x@1\.0\.0/)
    const unproven = "  x@1.0.0:\n    resolution: {tarball: elsewhere}\n"
    assert.throws(() => NpmLock.make(lock({ x: "1.0.0" }, unproven, "  x@1.0.0: {}\n"), archives({ x: "^1" })), /x@1\.0\.0 has no digest/)
  })
})
