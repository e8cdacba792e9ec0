/** `crossdock listen` as its own process: a developer's server gets what the ERP of a runner gets, also over a restart. */
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type ErpSink, type Received, startErpSink } from "../support/peers.ts"
import { eventually, type Running, startNode, tempDir } from "../support/processes.ts"
import { adminToken, type Home, homeOf } from "../support/runner.ts"

const folder = tempDir("crossdock-listen-")
const program = fileURLToPath(new URL("../../apps/runner/dist/main.js", import.meta.url))

let erp: ErpSink
let laptop: ErpSink
let home: Home
let cli: Running
beforeAll(async () => {
  erp = await startErpSink({ history: join(folder.path, "erp") })
  laptop = await startErpSink({ history: join(folder.path, "laptop") })
  home = await homeOf({ env: { CROSSDOCK_ERP_URL: erp.url } })
})
afterAll(async () => {
  await Promise.all([cli?.kill(), home.remove(), erp.kill(), laptop.kill()])
  folder.remove()
})

const shipped = (all: ReadonlyArray<Received>, number: string) => all.some(({ data, method }) => method === "pushOrderInfo" && data.orderNumber === number)

const placed = async (number: string) => {
  const { code, err } = await home.crossdock("call", "createOrder", "--example", "--number", number)
  assert.strictEqual(code, 0, err)
}

/** What a receiver sees of the messages about the two orders, in an order that does not depend on when copies arrive. */
const seen = (all: ReadonlyArray<Received>) =>
  all.filter(({ data }) => ["SO-L1", "SO-L2"].includes(data.orderNumber)).map(({ accessId, content, deliveryId, method, path, sign, verified }) => ({ accessId, content, deliveryId, method, path, sign, verified }))
    .toSorted((a, b) => a.deliveryId < b.deliveryId ? -1 : 1)

describe("crossdock listen", () => {
  it("gives the laptop what the ERP gets, byte for byte, and goes on when the runner was restarted", async () => {
    const first = await home.start()
    cli = startNode(program, {
      args: ["listen", "--forward", laptop.url, "--keep-path", "--reveal", "--as", "Ada", "--why", "a new receiver"],
      env: { CROSSDOCK_ADMIN_PORT: String(home.adminPort), CROSSDOCK_ADMIN_TOKEN: adminToken }
    })
    await eventually(() => cli.stderr().includes("each new message is sent to") || undefined, { what: "the start of the command" })
    await placed("SO-L1")
    await eventually(async () => shipped(await laptop.attempts(), "SO-L1") || undefined, { what: "the copy of the first order" })
    await first.stop()
    await eventually(() => cli.stderr().includes("the runner is away") || undefined, { what: "the note that the runner is away" })
    const second = await home.start()
    await placed("SO-L2")
    await eventually(async () => shipped(await laptop.attempts(), "SO-L2") || undefined, { what: "the copy of the second order" })
    assert.include(cli.stderr(), "the runner answers again")
    const number = (all: ReadonlyArray<Received>) => seen(all).length
    await eventually(async () => number(await laptop.attempts()) >= number(await erp.attempts()) || undefined, { what: "all copies" })
    await second.stop()
    const [real, copied] = [seen(await erp.attempts()), seen(await laptop.attempts())]
    assert.deepStrictEqual(copied, real)
    for (const { verified } of copied) assert.isTrue(verified)
    assert.match(cli.stdout(), /^\d\d:\d\d:\d\d\.\d{3} {2}receiveOutboundStatus {3}SO-L1 +erp {2}HTTP 200 \{"success":"true"\} {2}\d+ ms$/m)
    const ended = await cli.stop()
    assert.strictEqual(ended.code, 0, cli.stderr())
  })

  it("replays what was recorded about one order, without personal data", async () => {
    await home.start()
    const before = (await laptop.attempts()).length
    const ran = await home.crossdock("listen", "--forward", laptop.url, "--keep-path", "--replay", "--number", "SO-L1")
    assert.strictEqual(ran.code, 0, ran.out + ran.err)
    const copies = (await laptop.attempts()).slice(before)
    assert.isNotEmpty(copies)
    for (const { data, verified } of copies) assert.deepStrictEqual([data.orderNumber, verified], ["SO-L1", true])
    assert.match(ran.out, new RegExp(`\n${copies.length} messages sent again: ${copies.length} taken, 0 refused, 0 without an answer`))
  })
})
