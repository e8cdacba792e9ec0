import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Csv from "../../src/api/Csv.ts"

const rows = (text: string) => {
  const read = Csv.parse(text)
  return Result.isSuccess(read) ? read.success.map(({ kind, ours, theirs }) => [kind, ours, theirs]) : read.failure
}

describe("mapping tables as CSV", () => {
  it.each([
    ["commas", "kind,ours,theirs\nsku,A,B\n"],
    ["semicolons and a byte order mark, as Excel writes", "\uFEFFkind;ours;theirs\r\nsku;A;B\r\n"],
    ["tabs", "kind\tours\ttheirs\nsku\tA\tB"],
    ["columns in another order and more of them", "theirs,remark,kind,ours\nB,x,sku,A\n"],
    ["quotes and blank lines", "Kind,\"Ours\",theirs\n\n\"sku\",\"A\",  B \n\n"]
  ])("reads %s", (_, text) => {
    assert.deepStrictEqual(rows(text), [["sku", "A", "B"]])
  })

  it("reads separators, quotes and line ends inside quotes", () => {
    assert.deepStrictEqual(rows("kind,ours,theirs\nsku,\"a,b\",\"say \"\"x\"\"\ny\"\nsku,c,d\n"), [["sku", "a,b", "say \"x\"\ny"], ["sku", "c", "d"]])
  })

  it("tells every problem with its line, and gives no row then", () => {
    assert.strictEqual(
      rows("kind,ours,theirs\nsku,A,B\ncolour,A,B\nsku,,B\nsku,\"C\n\",\nsku,A,D\n"),
      "line 3: \"colour\" is not a kind; write one of warehouse, channel, sku, platform, shop, asnType; line 4: ours is empty; write a name; " +
        "line 5: theirs is empty; write a name; line 7: sku \"A\" is already on line 2; remove one"
    )
  })

  it("names the missing columns", () => {
    assert.strictEqual(rows("name,ours\n"), "the first line must have the columns kind, ours and theirs; missing: kind, theirs")
    assert.strictEqual(rows(""), "the first line must have the columns kind, ours and theirs; missing: kind, ours, theirs")
  })

  it("shows the first twenty problems of many", () => {
    const told = rows(`kind,ours,theirs\n${"sku,,x\n".repeat(30)}`)
    assert.include(told as string, "and 10 more")
  })

  it("reads what it writes", () => {
    const table = [
      { kind: "sku", ours: "a,b", theirs: "say \"x\"" },
      { kind: "channel", ours: " blank ", theirs: "line\nend" },
      { kind: "warehouse", ours: "1;2", theirs: "tab\there" }
    ] as const
    const written = Csv.format(table)
    assert.isTrue(written.startsWith("kind,ours,theirs\r\n"))
    assert.deepStrictEqual(rows(written), table.map(({ kind, ours, theirs }) => [kind, ours, theirs]))
  })

  it("writes nothing that a spreadsheet takes for a formula, and reads it back as it was (m3, A087)", () => {
    const names = ["=HYPERLINK(\"x\")", "+1", "-1", "@SUM(A1)", " =1", "\t=1", "\r@1", "'=1", "'", "''+1", "'plain", "plain", "a=b", " blank "]
    const table = names.map((ours) => ({ kind: "sku", ours, theirs: ours }) as const)
    const written = Csv.format(table)
    const cells = written.split("\r\n").slice(1).flatMap((line) => line.split(","))
    assert.deepStrictEqual(cells.filter((cell) => /^"?\s*[=+\-@]/.test(cell)), [])
    assert.deepStrictEqual(rows(written), names.map((ours) => ["sku", ours, ours]))
  })
})
