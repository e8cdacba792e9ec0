// Converts the list of requirements into JSON, which tests and checks read.
//
//   node tools/spec.mjs            writes docs/spec/requirements.json from docs/spec/requirements.md
//   node tools/spec.mjs --check    writes nothing; the exit code is 1 if the file is out of date
//
// requirements.md is the source: change a statement there, then run this script.
import { readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"

const row = /^((?:D1|G|P|E|X)-\d{3,4}) \| ([^|]*) \| ((?:reader|writer|client|server|runner)(?:, (?:reader|writer|client|server|runner))*) \| (.*)$/

/**
 * Parses every requirement to `{ id, section, role, statement }`, in the order of the text; a retired one also has
 * `retired: true`. Throws if a line starts like a requirement but is malformed, if an id appears twice, or if the text
 * states another total.
 */
export const parse = (text) => {
  const requirements = []
  const seen = new Set()
  for (const [index, line] of text.split("\n").entries()) {
    if (!/^(?:D1|G|P|E|X)-\d/.test(line)) continue
    const found = row.exec(line)
    if (found === null) throw new Error(`line ${index + 1} is not a valid requirement: ${line}`)
    const [, id, section, role, statement] = found
    if (seen.has(id)) throw new Error(`line ${index + 1} repeats ${id}`)
    seen.add(id)
    const retired = /^`?retired\b/i.test(statement)
    requirements.push({ id, section: section.trim(), role, statement: statement.trim(), ...(retired ? { retired } : {}) })
  }
  const stated = /^Number of ids: .*?(\d+) in all/m.exec(text)?.[1]
  if (stated !== undefined && Number(stated) !== requirements.length) {
    throw new Error(`the text states a total of ${stated} ids but contains ${requirements.length}`)
  }
  return requirements
}

/** One requirement per line, so that a difference shows which one changed. */
export const format = (requirements) => `[\n${requirements.map((each) => `  ${JSON.stringify(each)}`).join(",\n")}\n]\n`

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const folder = join(dirname(dirname(fileURLToPath(import.meta.url))), "docs", "spec")
  const target = join(folder, "requirements.json")
  const wanted = format(parse(readFileSync(join(folder, "requirements.md"), "utf8")))
  if (process.argv.includes("--check")) {
    const isCurrent = readFileSync(target, "utf8") === wanted
    process.stdout.write(isCurrent ? "requirements.json is current\n" : "requirements.json is stale: run node tools/spec.mjs\n")
    process.exitCode = isCurrent ? 0 : 1
  } else writeFileSync(target, wanted)
}
