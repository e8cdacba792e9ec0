// Every citation of the specification names a section that a page of docs/spec has.
import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, it } from "node:test"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../..", import.meta.url))
const read = (path) => readFileSync(join(root, path), "utf8")

/** The pages of each document. Both parts of document 2 share the numbers of their sections. */
const pages = {
  1: ["1-warehouse-envelope.md"],
  2: ["2a-gateway.md", "2b-platform-envelope.md"],
  3: ["3-erp-open-api.md"]
}

const sections = Object.fromEntries(Object.entries(pages).map(([document, files]) => [
  document,
  new Set(files.flatMap((file) => [...read(`docs/spec/${file}`).matchAll(/^#+ (\d+(?:\.\d+)?[AB]?) /gm)].map(([, number]) => number)))
]))

const section = "\\d+(?:\\.\\d+)?[AB]?"
/** `spec 1 §2.4, §2.5 to §2.6` names three sections of document 1. */
const citation = new RegExp(`\\bspec ([123]) (§${section}(?:(?:, | and | to |,? or )§${section})*)`, "g")

const citedIn = (text) => [...text.matchAll(citation)].flatMap(([, document, numbers]) => [...numbers.matchAll(/§([^\s,]+)/g)].map(([, number]) => [document, number]))

const files = execFileSync("git", ["ls-files", "-z", "*.ts", "*.mts", "*.mjs", "*.md"], { cwd: root, encoding: "utf8" }).split("\0").filter((file) => file !== "" && !file.endsWith("CHANGELOG.md"))

describe("sections of the specification", () => {
  it("are there for every citation in sources and pages", () => {
    const cited = files.flatMap((file) => citedIn(read(file)).map(([document, number]) => ({ file, document, number })))
    assert.ok(cited.length > 100)
    const missing = cited.filter(({ document, number }) => !sections[document].has(number)).map(({ document, file, number }) => `${file}: spec ${document} §${number}`)
    assert.deepEqual(missing, [])
  })

  it("are there for every requirement", () => {
    const documents = { D1: "1", G: "2", P: "2", E: "3" }
    const missing = JSON.parse(read("docs/spec/requirements.json"))
      .filter(({ id }) => !id.startsWith("X-"))
      .filter(({ id, section: own }) => !sections[documents[id.split("-")[0]]].has(own.replace("§", "")))
      .map(({ id, section: own }) => `${id}: ${own}`)
    assert.deepEqual(missing, [])
  })

  it("are missed where they are cited and no page has them", () => {
    assert.deepEqual(citedIn(["(spec 1", "§2.4, §99)"].join(" ")), [["1", "2.4"], ["1", "99"]])
    assert.equal(sections[1].has("99"), false)
  })
})
