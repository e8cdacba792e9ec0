import { assert, describe, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import { inspect } from "node:util"
import * as Multipart from "../src/Multipart.ts"
import { header } from "../src/Transport.ts"

/** As a server of the platform reads it. */
const read = ({ bytes, headers }: Multipart.EncodedForm) =>
  new Response(new Uint8Array(bytes), { headers: headers.map(([name, value]) => [name, value] as [string, string]) }).formData()

const everyByte = Uint8Array.from({ length: 256 }, (_, at) => at)

describe("a form with files", () => {
  it("is read by a server as it was written, every byte of a file", async () => {
    const form = await read(Multipart.make([
      { name: "order", value: "SO-1 \"測試\"\r\n--" },
      { name: "label", filename: "label.pdf", contentType: "application/pdf", content: everyByte },
      { name: "raw", filename: "a \"b\"\r\n.bin", content: new Uint8Array() }
    ]))
    assert.strictEqual(form.get("order"), "SO-1 \"測試\"\r\n--")
    const [label, raw] = [form.get("label") as File, form.get("raw") as File]
    assert.deepStrictEqual([label.name, label.type, new Uint8Array(await label.arrayBuffer())], ["label.pdf", "application/pdf", everyByte])
    assert.deepStrictEqual([raw.name, raw.type, raw.size], ["a \"b\"\r\n.bin", "application/octet-stream", 0])
  })

  it("is the same bytes when it is made again, and has another boundary for another content", () => {
    const of = (value: string) => Multipart.make([{ name: "a", value }])
    assert.deepStrictEqual(of("1"), of("1"))
    assert.notStrictEqual(header(of("1").headers, "content-type"), header(of("2").headers, "content-type"))
    assert.strictEqual(of("1").body, "")
  })

  it("holds what is redacted, and the parts show it to nobody", async () => {
    const parts: ReadonlyArray<Multipart.Part> = [
      { name: "receiver", value: Redacted.make("Ada Example") },
      { name: "label", filename: "label.pdf", content: Redacted.make(everyByte) }
    ]
    assert.notInclude(inspect(parts, { depth: 9 }), "Ada")
    assert.notInclude(JSON.stringify(parts), "Ada")
    const form = await read(Multipart.make(parts))
    assert.deepStrictEqual([form.get("receiver"), (form.get("label") as File).size], ["Ada Example", 256])
  })
})
