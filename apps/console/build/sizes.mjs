// Writes the compressed forms of each built file beside it, and fails the build if a page would load too much: with what is
// loaded first at most 200 kB, each screen that is loaded later at most 40 kB, all as gzip. Fonts are compressed already.
import { readFileSync, readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { brotliCompressSync, constants, gzipSync } from "node:zlib"

const limits = { first: 200_000, later: 40_000 }
const dist = fileURLToPath(new URL("../dist", import.meta.url))

const files = readdirSync(dist, { recursive: true, withFileTypes: true })
  .filter((each) => each.isFile() && !/\.(?:br|gz)$/.test(each.name))
  .map((each) => join(each.parentPath, each.name))

const sizes = new Map()
for (const file of files) {
  const bytes = readFileSync(file)
  const name = file.slice(dist.length + 1)
  if (file.endsWith(".woff2")) {
    sizes.set(name, bytes.length)
    continue
  }
  const zipped = gzipSync(bytes, { level: 9 })
  sizes.set(name, zipped.length)
  writeFileSync(`${file}.gz`, zipped)
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
}

const page = readFileSync(join(dist, "index.html"), "utf8")
if (/<script(?![^>]*\ssrc=)|<style|\sstyle=/.test(page)) throw new Error("index.html has a script or a style in itself, which the policy refuses")
const named = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, name]) => name)
const fonts = [...sizes.keys()].filter((name) => name.endsWith(".woff2"))
// The first screen is a part of the main script.
const first = new Set(["index.html", ...named, ...fonts])
const sum = [...first].reduce((total, name) => total + (sizes.get(name) ?? 0), 0)
const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`

const problems = []
if (sum > limits.first) problems.push(`the first load is ${kilobytes(sum)} of at most ${kilobytes(limits.first)}: ${[...first].map((name) => `${name} ${kilobytes(sizes.get(name) ?? 0)}`).join(", ")}`)
for (const [name, size] of sizes) {
  if (!first.has(name) && size > limits.later) problems.push(`${name} is ${kilobytes(size)} of at most ${kilobytes(limits.later)}`)
}
process.stdout.write(`first load ${kilobytes(sum)} of ${kilobytes(limits.first)}\n`)
if (problems.length > 0) throw new Error(problems.join("\n"))
