// Writes files that a build makes of others. A build and a check of types may write at once, and an equal file keeps its time, so that a
// development server does not load it again.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"

const folder = new URL("../generated/", import.meta.url)
mkdirSync(folder, { recursive: true })

export const write = (name, text) => {
  const file = new URL(name, folder)
  if (existsSync(file) && readFileSync(file, "utf8") === text) return
  const part = new URL(`${name}.${process.pid}.part`, folder)
  writeFileSync(part, text)
  renameSync(part, file)
}
