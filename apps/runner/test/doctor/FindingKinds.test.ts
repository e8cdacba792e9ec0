/**
 * The table of findings: each that the code can raise has a row, and each row is raised somewhere. Its page and its commands are those of
 * what it is about (issue 27).
 */
import { assert, describe, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { access } from "@crossdock/admin-api"
import * as Commands from "../../src/doctor/Commands.ts"
import type { FindingCode } from "../../src/doctor/FindingKinds.ts"
import * as Remedies from "../../src/findings/Remedies.ts"

const source = fileURLToPath(new URL("../../src/doctor/", import.meta.url))

/** The codes in the files that raise findings: each is a text in capitals. */
const raised = new Set(
  readdirSync(source).filter((name) => name.endsWith("Findings.ts")).flatMap((name) => [...readFileSync(join(source, name), "utf8").matchAll(/"([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)"/g)].map(([, code = ""]) => code))
)
/** Texts in capitals in these files that are no codes. */
const others = new Set(["CROSSDOCK_SECRET_KEY", "CROSSDOCK_ADMIN_PORT", "PORT", "CROSSDOCK_DATA", "SKU"])

const remedyOf = (code: FindingCode, where: string, next: string) => Remedies.remedyOf({ code, where, next })

describe("the table of findings (issue 27)", () => {
  it("has a row for each finding that the code raises, and no other row", () => {
    assert.deepStrictEqual([...raised].filter((code) => !others.has(code)).toSorted(), Remedies.listed.map(({ code }) => code).toSorted())
  })

  it("names operations that exist, and a page for each that is ended by one", () => {
    const operations = Object.entries(access).flatMap(([group, rows]) => Object.keys(rows).map((name) => `${group}.${name}`))
    for (const { by, code, foundBy, operation } of Remedies.listed) {
      assert.strictEqual(by === "operation", operation !== undefined, code)
      if (operation === undefined) continue
      assert.include(operations, operation, code)
      assert.strictEqual(foundBy, "runner", code)
      assert.isDefined(Remedies.remedyOf({ code, where: "connection a", next: "" }).page, code)
    }
  })

  it("says of each kind how it ends, and of those alone that end by themselves that they do", () => {
    for (const { by, code, ending } of Remedies.listed) {
      assert.isNotEmpty(ending, code)
      assert.strictEqual(by === "itself", ending.startsWith("By itself, once "), code)
    }
  })

  it("says what a finding is about", () => {
    assert.deepStrictEqual(["connection a b", "link warehouse:x", "caller gateway acc", "/data", "the order desk"].map(Remedies.subjectOf), [
      { kind: "connection", id: "a b" },
      { kind: "link", id: "warehouse:x" },
      { kind: "caller", id: "gateway acc" },
      { kind: "other", id: "/data" },
      { kind: "other", id: "the order desk" }
    ])
  })

  it("leads to the page with the names of the finding in its address", () => {
    const replay = Commands.inText("crossdock deliveries replay --connection erp --cause 'it'\\''s `locked`, 5 & 6'")
    const found = remedyOf("DEAD_LETTERS", "connection erp", `correct it, then run ${replay}, which counts them`)
    assert.deepStrictEqual(found.commands, ["crossdock deliveries replay --connection erp --cause 'it'\\''s `locked`, 5 & 6'"])
    assert.strictEqual(found.page, `/deliveries?${new URLSearchParams({ connection: "erp", cause: "it's `locked`, 5 & 6" }).toString()}`)
    assert.deepStrictEqual(
      [
        remedyOf("ORDERS_HELD", "the order desk", "`crossdock desk ls --cause stock` shows them").page,
        remedyOf("PAUSED", "connection a/b", "").page,
        remedyOf("REFUSED_AND_DONE", "connection a", "look at `crossdock orders show 'SO 1'`, and tell").page,
        remedyOf("DISK_FULL", "/data", "free space").page
      ],
      ["/desk?cause=stock", "/connections/a%2Fb", "/search?q=SO+1", undefined]
    )
  })

  it("ends what is held for a paused connection in the console, and what lacks a name by a command", () => {
    const held = (next: string) => remedyOf("HELD", "connection wh", next)
    assert.deepInclude(held("run `crossdock connections resume wh`; `crossdock intents ls` lists them"), { by: "operation", operation: "connections.resume", page: "/connections/wh" })
    assert.deepInclude(held("write the missing row: `crossdock maps set sku 'A' '<its name at the peer>' --link warehouse:w`"), { by: "shell", page: "/doubt?connection=wh" })
  })

  it("takes a finding of another release as one whose text says what to do", () => {
    assert.deepStrictEqual(Remedies.remedyOf({ code: "OF_ANOTHER_RELEASE", where: "x", next: "wait" }), { by: "shell", text: "wait", commands: [] })
  })
})

describe("commands in a text (issue 27)", () => {
  it("are read as they were written, with backquotes in them", () => {
    for (const command of ["crossdock restore end", "crossdock maps set sku '`' x", "crossdock maps set sku 'a``b' x"]) {
      assert.deepStrictEqual(Commands.of(`first ${Commands.inText(command)}, then \`npm start\`.`), [command])
    }
  })
})
