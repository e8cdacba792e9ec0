/**
 * The forms that outer messages come in: fields by name, in any order, as one text or as parts.
 */
import { Multipart } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { Form } from "../src/kit/index.ts"
import { SplitWork } from "../src/wire/index.ts"

const names = ["id", "text"] as const
const [fields, parts] = [Form.reader(names), Form.partsReader(names)]

const asParts = (members: Readonly<Record<string, string>>) => {
  const { bytes, headers } = Multipart.make(Object.entries(members).map(([name, value]) => ({ name, value })))
  return { body: Buffer.from(bytes).toString("utf8"), contentType: headers[0]![1] }
}

const read = {
  fields: (members: Readonly<Record<string, string>>) => SplitWork.atOnce(fields(Form.encoded(members))),
  parts: (members: Readonly<Record<string, string>>) => {
    const { body, contentType } = asParts(members)
    return SplitWork.atOnce(parts(body, Form.boundaryOf(contentType)!))
  }
}

/** Two fields between the boundary `b`, with one part exchanged. */
const textOf = ({ before = "", close = "\r\n--b--\r\n", first = "content-disposition: form-data; name=\"id\"", value = "1" } = {}) =>
  `${before}--b\r\n${first}\r\n\r\n${value}\r\n--b\r\nContent-Disposition: form-data; name="text"\r\n\r\nx${close}`

const partsOf = (body: string) => SplitWork.atOnce(parts(body, "b"))

describe.each(["fields", "parts"] as const)("a form as %s", (form) => {
  it.each([
    { id: "1", text: "a" },
    { text: "", id: "" },
    { other: "ignored", text: "100% &=+ \"測試\" 📦\r\n--\r\n--b\r\n", id: "a\nb" },
    { id: "{\"a\":[1,2]}" },
    { text: "x".repeat(300_000), id: "1" }
  ])("is read as it was written, in any order %#", (members) => {
    const { other: _, ...known } = { other: undefined, ...members }
    assert.deepStrictEqual(Result.getOrThrow(read[form](members)), known)
  })

  it("is refused with more fields than an envelope can have", () => {
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`n${at}`, ""]))
    assert.match(Result.getOrThrow(Result.flip(read[form](many))), /more than 20 (fields|parts); send only id and text/)
  })
})

describe("a form as parts", () => {
  it.each([
    ["with another part in front", textOf({ first: "content-disposition: form-data; name=\"other\"\r\ncontent-type: text/plain", value: "y" }), { text: "x" }],
    ["with a text before the first part", textOf({ before: "preamble\r\n" }), { id: "1", text: "x" }],
    ["with a line end before the first part", textOf({ before: "\r\n" }), { id: "1", text: "x" }],
    ["with a content type", textOf({ first: "Content-Type: text/plain\r\nContent-Disposition: form-data; name=\"id\"" }), { id: "1", text: "x" }],
    ["with a bare name", textOf({ first: "content-disposition:form-data;name=id" }), { id: "1", text: "x" }],
    ["with blanks behind the boundary", textOf().replace("--b\r\n", "--b \t\r\n"), { id: "1", text: "x" }],
    ["without a line end at the end", textOf({ close: "\r\n--b--" }), { id: "1", text: "x" }],
    ["with a value that looks like a boundary of another form", textOf({ value: "--b\n--b" }), { id: "--b\n--b", text: "x" }]
  ])("is read %s", (_, body, expected) => assert.deepStrictEqual(Result.getOrThrow(partsOf(body)), expected))

  it.each([
    ["an empty body", "", /no part/],
    ["a body without its boundary", "id=1&text=x", /no part/],
    ["a part twice", textOf({ first: "content-disposition: form-data; name=\"text\"" }), /text appears twice/],
    ["a part without an end", textOf({ close: "" }), /not complete/],
    ["a form without an end", textOf({ close: "\r\n--b" }), /not complete/],
    ["a part without an empty line", "--b\r\ncontent-disposition: form-data; name=\"id\"\r\n--b--", /not complete/],
    ["a boundary that goes on", textOf().replaceAll("--b\r\n", "--bc\r\n"), /not complete/],
    ["a file (A049)", textOf({ first: "Content-Disposition: form-data; filename=\"x\"; name=\"id\"" }), /a file; send only id and text, as text/],
    ["a file with an encoded name (A049)", textOf({ first: "Content-Disposition: form-data; name=\"id\"; filename*=UTF-8''x" }), /a file/],
    ["long headers", textOf({ first: `x: ${"y".repeat(3000)}` }), /headers of a part/]
  ])("is refused: %s", (_, body, expected) => assert.match(Result.getOrThrow(Result.flip(partsOf(body))), expected))

  it.each([
    ["multipart/form-data; boundary=abc", "abc"],
    ["multipart/form-data; charset=utf-8; Boundary=\"a b:c\"", "a b:c"],
    ["multipart/form-data;boundary=----WebKitFormBoundaryX;charset=utf-8", "----WebKitFormBoundaryX"],
    ["multipart/form-data", undefined],
    ["multipart/form-data; boundary=", undefined],
    [`multipart/form-data; boundary=${"a".repeat(71)}`, undefined]
  ])("has the boundary of its content type: %s", (header, boundary) => assert.strictEqual(Form.boundaryOf(header), boundary))

  it("is read in bounded time, whatever comes", () => {
    const started = performance.now()
    for (const body of ["--b\r\n".repeat(400_000), `--b\r\n${"a: b\r\n".repeat(400_000)}`, "--b\r\n\r\n\r\n".repeat(200_000), "\r\n--".repeat(500_000)]) partsOf(body)
    assert.isBelow(performance.now() - started, 2000)
  })
})
