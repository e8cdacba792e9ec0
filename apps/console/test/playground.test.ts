/** The playground: it signs as the vectors say, its programs sign and send the same, and its forms fit the schemas (issue 27). */
import { spawn, spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { isSuccess, signed, type Unsigned } from "../src/screens/playground/call.ts"
import { type Language, languages, programOf } from "../src/screens/playground/programs.ts"
import { begun, memberOf, modelOf, typed, withMember } from "../src/screens/playground/schema.ts"
import { protocols } from "../src/screens/signature/request.ts"

interface Vector { readonly id: string; readonly scheme: string; readonly inputs: Readonly<Record<string, string>>; readonly digest: string }
const read = (path: string) => JSON.parse(readFileSync(new URL(`../../../packages/protocols/${path}`, import.meta.url), "utf8"))
const vectors = (read("test/signing/vectors/vectors.json") as ReadonlyArray<Vector>).filter(({ inputs }) => Object.values(inputs).every((value) => typeof value === "string"))

const callOf = ({ inputs: { accessId, appId, appKey, bizParam, content, serviceType }, scheme }: Vector): Unsigned =>
  scheme === "md5-sorted-pairs" ? { protocol: "open-api", operation: serviceType ?? "", path: "/", id: appId ?? "", content: bizParam ?? "" }
  : scheme === "gateway-sha1" ? { protocol: "gateway", operation: "m", path: "/", id: appKey ?? "", content: content ?? "" }
  : { protocol: "warehouse", operation: "m", path: "/", id: accessId ?? "", content: content ?? "" }

describe("a signature of the playground", () => {
  const known = vectors.filter(({ scheme }) => ["envelope-sha1", "gateway-sha1", "md5-sorted-pairs"].includes(scheme))
  it.each(known.map((vector) => [vector.id, vector] as const))("is that of %s (issue 27)", (_, vector) => {
    const { appSecret, secretKey, timestamp } = vector.inputs
    expect(signed(callOf(vector), secretKey ?? appSecret ?? "", Number(timestamp ?? 0)).sign).toBe(vector.digest)
  })
  it("was made for each of at least 37 vectors", () => expect(known.length).toBeGreaterThanOrEqual(37))
})

describe("a program", () => {
  const received: Array<{ readonly path: string | undefined; readonly headers: Readonly<Record<string, unknown>>; readonly body: string }> = []
  const server = createServer((request, response) => {
    const parts: Array<Buffer> = []
    request.on("data", (part: Buffer) => parts.push(part)).on("end", () => {
      received.push({ path: request.url, headers: request.headers, body: Buffer.concat(parts).toString("utf8") })
      response.end("{\"success\":true}")
    })
  })
  const folder = mkdtempSync(join(tmpdir(), "crossdock-programs-"))
  let address = ""
  beforeAll(() => new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      resolve()
    })
  }))
  afterAll(() => {
    server.close()
    rmSync(folder, { recursive: true })
  })

  const commands: Readonly<Record<Language, readonly [file: string, command: string]>> = { curl: ["call.sh", "sh"], Java: ["Call.java", "java"], PHP: ["call.php", "php"], Python: ["call.py", "python3"] }
  const run = (language: Language, text: string) => new Promise<string>((resolve, reject) => {
    const [file, command] = commands[language]
    writeFileSync(join(folder, file), text)
    const child = spawn(command, [join(folder, file)], { env: { ...process.env, SECRET: "s3cr3t 'ü" } })
    let out = ""
    child.stdout.on("data", (part) => (out += String(part)))
    child.stderr.on("data", (part) => (out += String(part)))
    child.on("error", reject).on("close", () => resolve(out))
  })
  const isThere = (language: Language) => spawnSync(commands[language][1], [language === "Java" ? "-version" : language === "curl" ? "-c" : "--version", "openssl version && curl --version"]).status === 0

  const content = JSON.stringify({ name: "Zürich's \"a\\b\" $HOME `x` <&> 100% + \u2028 \\u0041", box: "📦", path: "a/b", lines: [1, 4.5] })
  const pairs = languages.flatMap((language) => protocols.map((protocol) => [language, protocol] as const))
  it.skipIf(!languages.every(isThere)).each(pairs)("in %s signs and sends the same as the page, for %s (issue 27)", async (language, protocol) => {
    for (const text of protocol === "open-api" || language === "Java" ? [content] : [content, ""]) {
      const call: Unsigned = { protocol, operation: "createOrder", path: `/${protocol}`, id: "acc'1", content: text }
      received.length = 0
      expect(await run(language, programOf(language, { ...call, address }))).toContain("{\"success\":true}")
      const [got] = received
      const fields = new URLSearchParams(got?.body)
      const timestamp = fields.get("timestamp") ?? "0"
      const signedText = protocol === "open-api"
        ? `appId=acc'1bizParam=${text}serviceType=createOrdertimestamp=${timestamp}`
        : JSON.stringify({ [protocol === "gateway" ? "appKey" : "accessId"]: "acc'1", ...(text === "" ? {} : { content: text }) })
      const sign = createHash(protocol === "open-api" ? "md5" : "sha1").update(`${signedText}s3cr3t 'ü`).digest("hex")
      expect(got?.path).toBe(`/${protocol}`)
      expect(protocol === "gateway" ? [got?.headers["sign"], got?.headers["appkey"], got?.body] : [fields.get("sign"), fields.get("accessId") ?? fields.get("appId"), fields.get("content") ?? fields.get("bizParam")]).toEqual([sign, "acc'1", text])
    }
  }, 120_000)
})

/** The schema of the content, as the runner gives it: a form has it as JSON text in a field. */
const contentOf = (request: unknown, schemas: Record<string, unknown>): unknown => {
  const { properties } = schemas[String((request as { readonly $ref: string }).$ref.split("/").at(-1))] as { readonly properties?: Record<string, { readonly contentSchema?: unknown }> }
  return properties?.["content"]?.contentSchema ?? properties?.["bizParam"]?.contentSchema ?? request
}

describe("a form", () => {
  const documents = { warehouse: "warehouse-envelope", gateway: "gateway", platform: "platform-envelope", "open-api": "erp-open-api" } as const
  it.each(protocols)("fits each operation of %s: what has members gets a field for each (issue 27)", (protocol) => {
    const { components: { schemas }, paths } = read(`openapi/${documents[protocol]}.json`) as { components: { schemas: Record<string, unknown> }; paths: Record<string, { post: { "x-operations": Record<string, { request: unknown }> } }> }
    const models = Object.values(paths).flatMap(({ post }) => Object.entries(post["x-operations"]).map(([name, { request }]) => [name, modelOf(contentOf(request, schemas), schemas)] as const))
    for (const [name, model] of models) expect(["object", "list"], `${name} of ${protocol}`).toContain(model.kind)
    const members = Object.fromEntries(models.map(([name, model]) => [name, model.kind === "object" ? model.members.map((member) => member.name) : []]))
    if (protocol === "warehouse") expect(members["createOrder"]).toEqual(expect.arrayContaining(["orderNumber", "receiver", "skuList"]))
    expect(models.length).toBeGreaterThan(9)
  })
  it("shows what a member takes", () => {
    const definitions = { NotGiven: { enum: [null, ""] }, Line: { type: "object", required: ["sku"], properties: { sku: { type: "string" }, old: { type: "string", deprecated: true } } } }
    const model = modelOf({
      type: "object",
      required: ["number"],
      properties: {
        number: { type: "string", description: "Written as a text. The number of the ERP." },
        freight: { type: ["number", "string"] },
        state: { anyOf: [{ type: "string", enum: ["A", "B"] }, { $ref: "#/components/schemas/NotGiven" }] },
        lines: { type: "array", items: { $ref: "#/components/schemas/Line" } },
        paid: { type: "boolean" },
        other: {}
      }
    }, definitions)
    expect(model).toEqual({
      kind: "object",
      members: [
        { name: "number", isRequired: true, hint: "The number of the ERP.", model: { kind: "text" } },
        { name: "freight", isRequired: false, hint: "", model: { kind: "number" } },
        { name: "state", isRequired: false, hint: "", model: { kind: "choice", values: ["A", "B"] } },
        { name: "lines", isRequired: false, hint: "", model: { kind: "list", item: { kind: "object", members: [{ name: "sku", isRequired: true, hint: "", model: { kind: "text" } }] } } },
        { name: "paid", isRequired: false, hint: "", model: { kind: "flag" } },
        { name: "other", isRequired: false, hint: "", model: { kind: "json" } }
      ]
    })
    expect(begun(model)).toEqual({ number: "" })
  })
  it("changes one member, and writes as a number only what JSON holds without loss", () => {
    expect(withMember({ a: 1, b: 2 }, "a", undefined)).toEqual({ b: 2 })
    expect(memberOf(withMember("x", "a", 3), "a")).toBe(3)
    expect(["4.5", "4.50", "007", "-1", "12345678901234567890", "x", ""].map(typed)).toEqual([4.5, "4.50", "007", -1, "12345678901234567890", "x", undefined])
  })
})

describe("an answer", () => {
  it("says in each protocol whether the call was carried out", () => {
    expect(["{\"success\":true}", "{\"success\":\"true\"}", "{\"state\":\"success\"}", "{\"success\":false}", "{\"state\":\"failure\"}", "<html>", "null"].map(isSuccess)).toEqual([true, true, true, false, false, false, false])
  })
})
