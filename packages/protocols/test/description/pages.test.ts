/**
 * The pages of the specification: their generated parts are those that the message tables and requirements give. `UPDATE_DOCS=1` writes
 * them anew.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { readFileSync, writeFileSync } from "node:fs"
import { OwnCodes } from "../../src/wire/index.ts"
import { protocols } from "./All.ts"
import { reasons, unanswered } from "./CodeReasons.ts"
import { faultsOf } from "./Faults.ts"
import { pages } from "./PageFiles.ts"
import { filled } from "./Pages.ts"
import { refusalsOf } from "./Refusals.ts"
import { folder, requirements } from "./Requirements.ts"

describe.each(protocols)("the page of $name", (protocol) => {
  const file = new URL(pages[protocol.name]!, folder)
  const page = readFileSync(file, "utf8")

  it.effect("says what the tables, the requirements and the served protocol say", () => Effect.gen(function*() {
    const wanted = filled(page, protocol, { faults: yield* faultsOf(protocol), refusals: yield* refusalsOf(protocol) })
    if (process.env["UPDATE_DOCS"] === "1") writeFileSync(file, wanted)
    assert.strictEqual(readFileSync(file, "utf8"), wanted, "it is out of date; UPDATE_DOCS=1 writes it anew")
  }))

  it("has a table for every object that a message can hold", () => {
    const named = new Set([...page.matchAll(/an object: ([^|;()]+?)(?=;| \(|,| \|)/g)].map(([, name]) => name))
    const shown = new Set([...page.matchAll(/^\*\*(.+)\*\*$/gm)].map(([, name]) => name))
    assert.isAbove(named.size, 5)
    assert.deepStrictEqual([...named].filter((name) => !shown.has(name)), [])
  })

  it("has every policy that it cites, or says where it stands", () => {
    const [, policies = ""] = page.split("<!-- policies -->")
    const standing = new Set([...policies.matchAll(/^- \*\*(U-\d+)\*\*/gm)].map(([, id]) => id))
    const linked = new Set(policies.match(/^Policies of other protocols.*$/m)?.[0].match(/\bU-\d+/g))
    assert.deepStrictEqual([...new Set(page.match(/\bU-\d+/g))].filter((id) => !standing.has(id) && !linked.has(id)), [])
  })

  it("has every requirement of the protocol and every operation", () => {
    const missing = requirements.filter(({ id }) => id.startsWith(`${protocol.family}-`)).filter(({ id }) => !page.includes(`- ${id} (`)).map(({ id }) => id)
    assert.deepStrictEqual(missing, [])
    const headings = new Set([...page.matchAll(/^#+ (\S+)$/gm)].map(([, name]) => name))
    assert.deepStrictEqual([...protocol.operations, ...protocol.callbacks].map(({ method }) => method).filter((method) => !headings.has(method)), [])
  })
})

describe("the codes of our servers", () => {
  it("each have a sentence that says when they are answered, or why they never are", () => {
    const sentences = [...Object.keys(reasons), ...unanswered.keys()]
    assert.deepStrictEqual(sentences.toSorted(), [...OwnCodes.meanings.keys(), "DATA_INPUT_ERROR"].toSorted())
  })

  it("each stand on the page of a protocol unless they are never answered", () => {
    const text = Object.values(pages).map((file) => readFileSync(new URL(file, folder), "utf8")).join("\n")
    assert.deepStrictEqual(Object.keys(reasons).filter((code) => !text.includes(`| \`${code}\` | `)), [])
  })
})
