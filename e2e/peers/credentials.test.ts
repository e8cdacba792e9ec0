/** With a password that Tryton refuses, nothing is lost and the runner does not retry endlessly. */
import { assert, describe, it } from "vitest"
import { openBooks } from "../../tools/peers/tryton-books.mjs"
import { startBetween } from "./support/between.ts"
import { around, isLeftOut, isSuccess, orderOf, polls, served, warehouse } from "./support/fixture.ts"

describe.skipIf(isLeftOut)("a refused login", () => {
  it("pauses the connection and says so; the order is kept, and sent after the password was mended and the connection resumed", async () => {
    const tryton = served("credentials")
    const books = await openBooks(tryton)
    await books.setUpWarehouse(warehouse, { "SKU-1": 10 }, { "DHL-STD": "DHL" })
    const between = await startBetween(tryton.url)
    const our = await around(books, { tryton: { ...tryton, password: "not-this-one" }, trytonUrl: between.url })
    let runner = await our.home.start()
    try {
      const order = orderOf("SO-1")
      for (let n = 0; n < 2; n++) {
        const refused = await our.call("createOrder", order)
        assert.isFalse(isSuccess(refused))
        assert.match(refused.message, /CONNECTION_PAUSED/)
      }
      const { paused } = await our.home.admin("/connections/house")
      assert.isString(paused.because)
      await polls(3)
      assert.deepEqual(between.heard(), ["common.db.login"])
      assert.deepEqual(await books.shipmentsByReference("SO-1"), [])
      assert.notInclude(runner.stdout() + runner.stderr() + JSON.stringify(paused), "not-this-one")

      await runner.stop()
      runner = await our.home.start({ TRYTON_PASSWORD: tryton.password })
      assert.match((await our.call("createOrder", order)).message, /CONNECTION_PAUSED/)
      const resumed = await our.home.admin("/connections/house/resume", {})
      assert.strictEqual(resumed.released, 1)
      await our.pushedOnce("SO-1", ({ status }) => status === "SENDING")
      const answer = await our.call("createOrder", order)
      assert.isTrue(isSuccess(answer), JSON.stringify(answer))
      const held = await books.shipmentsByReference("SO-1")
      assert.deepEqual(held.map(({ number, state }) => [number, state]), [[answer.data.warehouseOrderNumber, "assigned"]])
    } finally {
      await runner.stop()
      await our.stop()
      await between.stop()
    }
  })
})
