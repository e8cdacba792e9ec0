/**
 * Kills the runner while it creates an order in Tryton, whose references are not unique. After a restart and a repeated
 * call, Tryton has one shipment and the ERP has one answer.
 */
import { afterAll, afterEach, assert, beforeAll, describe, it } from "vitest"
import type { Known } from "../support/http.ts"
import { type Postgres, startPostgres } from "../support/postgres.ts"
import { eventually, type Running } from "../support/processes.ts"
import { openBooks, type TrytonBooks } from "../../tools/peers/tryton-books.mjs"
import { type Between, startBetween } from "./support/between.ts"
import { around, asnOf, type SuiteFixture, isDoubtful, isLeftOut, isSuccess, orderOf, polls, served, warehouse } from "./support/fixture.ts"

const places = [
  "intent.before-commit",
  "intent.committed",
  "create.claimed",
  "create.before-send",
  "create.after-send",
  "outcome.before-commit",
  "outcome.committed",
  "answer.before"
] as const

/** Failpoints that a create reaches only if its outcome is unknown. */
const placesOfDoubt = ["doubtful.committed", "query.before", "query.after"] as const

/** The steps in which Tryton creates a shipment, each in its own transaction. */
const steps = ["create", "wait", "assign_try"].map((button) => `model.stock.shipment.out.${button}`)

describe.skipIf(isLeftOut)("an order whose runner is killed", () => {
  let books: TrytonBooks
  let between: Between
  const open: Array<SuiteFixture> = []
  let runner: Running | undefined
  beforeAll(async () => {
    const tryton = served("crash")
    books = await openBooks(tryton)
    await books.setUpWarehouse(warehouse, { "SKU-1": 100_000 }, { "DHL-STD": "DHL" })
    between = await startBetween(tryton.url)
  })
  afterEach(() => runner?.stop())
  afterAll(async () => {
    for (const one of open) await one.stop()
    await between?.stop()
  })

  const anOther = async (databaseUrl?: string): Promise<SuiteFixture> => {
    const made = await around(books, {
      tryton: served("crash"),
      trytonUrl: between.url,
      ...(databaseUrl !== undefined && { databaseUrl })
    })
    open.push(made)
    return made
  }

  /** Repeats a call until there is an answer. */
  const insists = (our: SuiteFixture, order: Known): Promise<Known> =>
    eventually(async () => {
      const answer = await our.callOnce("createOrder", order)
      if (isSuccess(answer)) return answer
      if (!isDoubtful(answer)) throw new Error(answer.message)
      return undefined
    }, { what: `an answer for ${order.orderNumber}`, everyMs: 300 })

  /** Checks that there is one shipment, the same answer for every caller, and one final status at the ERP. */
  const isOne = async (our: SuiteFixture, order: Known) => {
    const answer = await insists(our, order)
    const [shipment, second] = await books.shipmentsByReference(order.orderNumber)
    assert.isUndefined(second)
    assert.deepInclude(shipment, { number: answer.data.warehouseOrderNumber, state: "assigned" })
    assert.deepEqual(shipment!.lines.map(({ quantity, sku }) => [sku, quantity]), [["SKU-1", 3]])
    assert.deepEqual(await our.callOnce("createOrder", order), answer)
    await books.ship(shipment!.id, `TRK-${order.orderNumber}`)
    const pushes = await our.pushedOnce(order.orderNumber, ({ status }) => status === "SUCCESS")
    assert.deepEqual(
      pushes.filter(({ status }) => status !== "SENDING").map(({ trackNumber, warehouseOrderNumber }) => [warehouseOrderNumber, trackNumber]),
      [[shipment!.number, `TRK-${order.orderNumber}`]]
    )
    assert.lengthOf(await books.shipmentsByReference(order.orderNumber), 1)
  }

  /** Calls a runner that will be killed before it knows the outcome. */
  const killedAt = async (our: SuiteFixture, place: string, order: Known) => {
    const doomed = await our.home.startDoomed({ FAULTS_FAILPOINT: place })
    const answer = await our.callOnce("createOrder", order).then((heard) => heard, () => undefined)
    assert.isTrue(answer === undefined || isDoubtful(answer), `the caller got an outcome: ${JSON.stringify(answer)}`)
    assert.strictEqual((await doomed.exited).signal, "SIGKILL")
  }

  const cases = [
    ...places.map((place) => ["SQLite", place] as const),
    ["PostgreSQL", "create.after-send"] as const,
    ["PostgreSQL", "outcome.before-commit"] as const
  ]

  describe("at a place of its own", () => {
    let postgres: Postgres | undefined
    const ours = new Map<string, SuiteFixture>()
    beforeAll(async () => {
      postgres = await startPostgres()
      ours.set("SQLite", await anOther())
      ours.set("PostgreSQL", await anOther((await postgres.createDatabase()).url))
    })
    afterAll(() => postgres?.stop())

    it.each(cases)("%s, killed at %s: one shipment, one answer (D1-328 D1-381)", async (database, place) => {
      const our = ours.get(database)!
      const order = orderOf(`SO-${database}-${place}`)
      await killedAt(our, place, order)
      runner = await our.home.start()
      await isOne(our, order)
    })

    const doubts = [...placesOfDoubt.map((place) => ["SQLite", place] as const), ["PostgreSQL", "query.after"] as const]
    it.each(doubts)("%s, killed at create.after-send and again at %s: one shipment, one answer (D1-328 D1-405)", async (database, place) => {
      const our = ours.get(database)!
      const order = orderOf(`SO-${database}-${place}`)
      await killedAt(our, "create.after-send", order)
      const again = await our.home.startDoomed({ FAULTS_FAILPOINT: place })
      assert.strictEqual((await again.exited).signal, "SIGKILL")
      runner = await our.home.start()
      await isOne(our, order)
    })
  })

  describe("in the middle of Tryton's steps", () => {
    let our: SuiteFixture
    beforeAll(async () => {
      our = await anOther()
    })

    it.each(steps.flatMap((method) => [[method, "before"], [method, "after"]] as const))("killed at %s, %s Tryton acts: one shipment, one answer (D1-328 D1-381)", async (method, when) => {
      const order = orderOf(`SO-${method.split(".").at(-1)}-${when}`)
      const doomed = await our.home.start()
      const broken = between.breaks({ method, when, act: () => doomed.kill() })
      const [answer] = await Promise.all([our.callOnce("createOrder", order).catch(() => undefined), broken])
      assert.isUndefined(answer)
      runner = await our.home.start()
      await isOne(our, order)
    })

    it.each(steps)("killed after %s, and the caller cancels: nothing is alive in Tryton, not even a draft (D1-391)", async (method) => {
      const order = orderOf(`SO-${method.split(".").at(-1)}-cancelled`)
      const doomed = await our.home.start()
      const broken = between.breaks({ method, when: "after", act: () => doomed.kill() })
      await Promise.all([our.callOnce("createOrder", order).catch(() => undefined), broken])
      runner = await our.home.start()
      const cancelled = await our.call("cancelOrder", { orderNumber: order.orderNumber, warehouseCode: warehouse })
      assert.isTrue(isSuccess(cancelled), JSON.stringify(cancelled))
      assert.deepEqual((await books.shipmentsByReference(order.orderNumber)).map(({ state }) => state), ["cancelled"])
      const again = await insists(our, order)
      const held = await books.shipmentsByReference(order.orderNumber)
      assert.deepEqual(held.map(({ number, state }) => [number, state]), [[held[0]!.number, "cancelled"], [again.data.warehouseOrderNumber, "assigned"]])
    })

    it.each([steps[0]!, steps[2]!])("an order issued again, killed after %s: the cancelled shipment stays, and one is alive (D1-389)", async (method) => {
      const order = orderOf(`SO-${method.split(".").at(-1)}-again`)
      const doomed = await our.home.start()
      const first = await insists(our, order)
      assert.isTrue(isSuccess(await our.call("cancelOrder", { orderNumber: order.orderNumber, warehouseCode: warehouse })))
      const broken = between.breaks({ method, when: "after", act: () => doomed.kill() })
      await Promise.all([our.callOnce("createOrder", order).catch(() => undefined), broken])
      runner = await our.home.start()
      const second = await insists(our, order)
      const held = await books.shipmentsByReference(order.orderNumber)
      assert.deepEqual(held.map(({ number, state }) => [number, state]), [
        [first.data.warehouseOrderNumber, "cancelled"],
        [second.data.warehouseOrderNumber, "assigned"]
      ])
    })

    it.each(steps)("the answer of %s is lost and the runner lives: one shipment, one answer (D1-381 D1-405)", async (method) => {
      const order = orderOf(`SO-${method.split(".").at(-1)}-lost`)
      runner = await our.home.start()
      const broken = between.breaks({ method, when: "after" })
      await Promise.all([our.callBriefly("createOrder", order, 2500), broken])
      await isOne(our, order)
    })
  })

  it.each(["event.before-commit", "event.committed", "push.before-send", "push.after-send", "push.before-commit"])(
    "goods that come in while the runner is killed at %s are counted once (D1-248 D1-407)",
    async (place) => {
      const our = await anOther()
      const number = `ASN-${place}`
      runner = await our.home.start()
      assert.isTrue(isSuccess(await our.call("createAsnOrder", asnOf(number, { "SKU-1": 9 }))))
      await polls(2)
      await runner.stop()
      const [shipment] = await books.inboundByReference(number)
      const rest = await books.receivePart(shipment!.id, { "SKU-1": 4 })
      const doomed = await our.home.startDoomed({ FAULTS_FAILPOINT: place })
      assert.strictEqual((await doomed.exited).signal, "SIGKILL")
      runner = await our.home.start()
      await our.pushedOnce(number, () => true)
      await books.receive(rest!)
      await books.putAway(rest!)
      const pushes = await our.pushedOnce(number, ({ wmsStatus }) => wmsStatus === "FINISHED")
      // A push that was in progress is repeated under its batch number, which the ERP counts once.
      const byBatch = new Map(pushes.map((push) => [push.batchNo, push]))
      for (const push of pushes) assert.deepEqual(push, byBatch.get(push.batchNo))
      const counted = [...byBatch.values()].map(({ batchNo, skuList }) => [batchNo, skuList[0].receivedQuantity])
      assert.deepEqual(counted.filter(([, pieces]) => pieces > 0), [[`${number}-1`, 4], [`${number}-2`, 5]])
    }
  )
})
