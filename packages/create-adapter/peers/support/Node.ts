/**
 * Versions of Node from npm, beside the one that runs this test.
 */
import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { compare } from "../../../../tools/integrity.mjs"
import { machine, nodePackage } from "../../../../tools/node-packages.mjs"
import { outside } from "./Registry.ts"

/** The folder that holds a version of Node, which is installed below `place` if it is another one than runs this test. */
export const folderOf = (version: string, place: string): string => {
  if (process.versions.node === version) return dirname(process.execPath)
  const name = nodePackage()
  if (name === undefined) throw new Error(`npm holds no Node for ${machine()}`)
  const folder = join(place, version)
  if (!existsSync(folder)) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true }))
    const flags = ["--ignore-scripts", "--no-save", "--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error"]
    execFileSync("npm", ["install", ...flags, `${name}@${version}`], { cwd: folder, env: outside, shell: process.platform === "win32" })
    const { wrong } = compare(JSON.parse(readFileSync(join(folder, "node_modules", ".package-lock.json"), "utf8")))
    if (wrong.length > 0) throw new Error(`${wrong.join(" and ")} does not have the digest in tools/integrity.mjs`)
  }
  return join(folder, "node_modules", name, "bin")
}
