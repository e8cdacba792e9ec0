import { assert, it } from "@effect/vitest"
import { type AnyPlugin, defineRunner } from "@crossdock/config"
import * as Effect from "effect/Effect"
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { Database } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { envelope, live, sign, soon } from "../support/Live.ts"
import * as Peers from "../support/Peers.ts"
import { orderContent, progressContent, statusContent } from "../support/Wire.ts"

const planted = {
  name: "Planted-Name-7f3a",
  phone: "+65 5550 7f3b",
  email: "planted-7f3c@example.invalid",
  address1: "Planted Street 7f3d",
  postalCode: "PC-7f3f"
}
const secrets = { link: "planted-secret-7f41", receiver: "planted-secret-7f42", header: "planted-secret-7f43" }

const receiver = { ...orderContent("x").receiver, ...planted }
const content = (number: string, more: Readonly<Record<string, unknown>> = {}) => orderContent(number, { receiver, ...more })
const caller = { accessId: "acc-1", secretKey: secrets.link }

/** Lawful, broken and hostile calls, each with everything planted. */
const calls = (() => {
  const text = JSON.stringify(content("SO-9"))
  const { sign: right, ...unsigned } = JSON.parse(envelope("createOrder", content("SO-9"), caller))
  const bodies = [
    envelope("createOrder", content("SO-1"), caller),
    envelope("createOrder", content("SO-1", { shopName: "Other" }), caller),
    envelope("createOrder", content("SO-2", { note: planted.name, [planted.phone]: 1 }), caller),
    envelope("createOrder", content("SO-3", { receiver: { ...receiver, country: planted.name } }), caller),
    envelope("createOrder", content("SO-4", { skuList: planted.address1, freight: planted.phone, [planted.email]: {} }), caller),
    envelope("createOrder", content("SO-5", { receiver: [receiver], codEnabled: planted.name }), caller),
    envelope("createOrder", text.slice(0, -20), caller),
    envelope("createOrder", `${planted.name} ${text}`, caller),
    envelope(planted.name, content("SO-6"), caller),
    envelope("createOrder", content("SO-7"), { accessId: planted.email, secretKey: secrets.link }),
    envelope("createOrder", content("SO-8"), { ...caller, secretKey: `${secrets.link}x` }),
    JSON.stringify({ ...unsigned, sign: planted.name }),
    JSON.stringify({ ...unsigned, content: content("SO-9"), sign: right }),
    JSON.stringify({ ...unsigned, sign: sign("acc-1", text, secrets.link), extra: planted }),
    envelope("cancelOrder", { orderNumber: "SO-1" }, caller),
    text,
    `{"accessId": "${planted.name}`,
    `accessId=acc-1&content=${planted.name}&content=${planted.phone}`,
    planted.name
  ]
  const headers = { secret: secrets.header, "x-request-id": planted.name, cookie: planted.email, authorization: `Bearer ${secrets.link}` }
  return bodies.flatMap((body) => [
    { body, headers },
    { body, headers: { ...headers, "content-type": "application/x-www-form-urlencoded" } },
    { body, headers: { ...headers, "content-type": planted.name } },
    { body, headers, path: `/warehouse/${planted.name.toLowerCase()}?name=${encodeURIComponent(planted.name)}` },
    { body, headers, path: `/warehouse?name=${encodeURIComponent(planted.name)}` }
  ])
})()

const callbacks = [
  ["receiveOdo", "pushOrderInfo", statusContent("SO-1", { consignee: planted.name, errorMsg: "lost" })],
  ["receiveOdo", "pushOrderInfo", statusContent("SO-2", { status: planted.name })],
  ["receiveAsn", "pushAsnInfo", progressContent("ASN-1", { [planted.phone]: planted.name, updateTime: planted.name })]
] as const

onBothDatabases("no person and no secret", (fresh) => {
  it.live("stands in a log line, in the answer to somebody else, or readable in the database, whatever is sent (D1-359)", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const warehouse = Peers.warehouse()
      const erp = Peers.erp()
      const composition = defineRunner<ReadonlyArray<AnyPlugin>>({
        plugins: [warehouse.plugin, erp.plugin],
        connections: [{ id: "books", plugin: "erp-fake", settings: {} }, { id: "wh", plugin: "warehouse-fake", callsPerSecond: 1000, settings: {} }],
        links: [{ erp: "books", peer: "wh", protocol: "warehouse", id: "acc-1", secretKey: secrets.link, warehouseSecret: secrets.header }],
        receivers: [{ extraType: "one", accessId: "w-1", secretKey: secrets.receiver }],
        server: { authFailureLimit: 1000, callerDeadline: "2 seconds" }
      })
      yield* live(database, composition, (w) =>
        Effect.gen(function*() {
          warehouse.plan("createOutboundOrder", "works", { message: `no such street ${planted.address1} of ${planted.name}` }, { dies: planted.phone })
          const answers: Array<string> = []
          for (const call of calls) answers.push((yield* w.call(call)).text)
          for (const [path, method, content] of callbacks) {
            const body = envelope(method, content, { accessId: "w-1", secretKey: secrets.receiver })
            answers.push((yield* w.call({ path: `/sys/automatic/${path}/one`, body })).text)
          }
          yield* soon(Effect.sync(() => warehouse.orders.length >= 1))
          assert.isTrue(answers.some((text) => text.includes("\"success\":true")))
          assert.isAbove(w.lines.length, 10)
          const db = yield* Database
          const names = yield* db.query(
            db.dialect === "sqlite"
              ? "select name from sqlite_master where type = 'table'"
              : "select table_name as name from information_schema.tables where table_schema = 'public'"
          )
          const rows = JSON.stringify(yield* Effect.forEach(names, ({ name }) => db.query(`select * from ${name}`)))
          const everything = { ...planted, ...secrets }
          for (const [name, value] of Object.entries(everything)) {
            assert.deepStrictEqual(w.lines.filter((line) => line.includes(value)), [], `${name} in a log line`)
            assert.notInclude(rows, value, `${name} in the database`)
          }
          for (const value of Object.values(secrets)) assert.deepStrictEqual(answers.filter((text) => text.includes(value)), [])
        }))
      if ("filename" in database) {
        const folder = dirname(database.filename)
        const bytes = Buffer.concat(readdirSync(folder).map((file) => readFileSync(join(folder, file))))
        for (const [name, value] of Object.entries({ ...planted, ...secrets })) assert.isFalse(bytes.includes(value), `${name} in the file`)
      }
    }))
})
