/**
 * Kills the runner at each failpoint, against a provider that is not idempotent. Afterwards the provider has one order and
 * the ERP has one answer. Both peers keep their records in processes of their own, so the test does not rely on what the
 * runner says.
 */
import { setTimeout as wait } from "node:timers/promises"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import type { Received } from "../support/peers.ts"
import { type Postgres, startPostgres } from "../support/postgres.ts"
import { eventually, type Running } from "../support/processes.ts"
import { asnOf, callsOf, keyOf, orderOf, type Seen, type World, worldOf } from "../support/world.ts"

const databases = ["SQLite", "PostgreSQL"] as const
type DatabaseName = (typeof databases)[number]

let postgres: Postgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

const inWorld = async (
  database: DatabaseName,
  visibilityDelay: number | undefined,
  story: (world: World) => Promise<void>
): Promise<void> => {
  const world = await worldOf({
    ...(database === "PostgreSQL" && { databaseUrl: (await postgres.createDatabase()).url }),
    ...(visibilityDelay !== undefined && { visibilityDelay })
  })
  try {
    await story(world)
  } finally {
    await world.stop()
  }
}

const doubtful = "DOUBTFUL: outcome not known yet; ask again with the same number"
/** The `visibilityDelay` of the composition in milliseconds, unless a case sets another. */
const visibility = 400

/** A runner that a failpoint should kill; the test stops it if that has not happened. */
const dies = async (doomed: Running): Promise<void> => {
  const exit = await Promise.race([doomed.exited, wait(15_000).then(() => undefined)])
  if (exit === undefined) await doomed.kill()
  assert.deepStrictEqual(exit, { code: null, signal: "SIGKILL" }, `the place was not passed\n${doomed.stderr()}`)
}

/** Waits long enough for a second report to arrive, and then stops the runner. */
const quiet = async (runner: Running): Promise<void> => {
  await wait(900)
  assert.deepStrictEqual(await runner.stop(), { code: 0, signal: null }, runner.stderr())
}

/** Checks that repeated messages have the same delivery id and content. */
const effects = (told: ReadonlyArray<Received>): ReadonlyMap<string, Received> => {
  const taken = new Map<string, Received>()
  for (const each of told) {
    const first = taken.get(keyOf(each)) ?? each
    taken.set(keyOf(each), first)
    assert.notStrictEqual(each.deliveryId, "")
    assert.deepStrictEqual([each.deliveryId, each.content], [first.deliveryId, first.content], "told twice under two ids")
  }
  return taken
}

interface Kill {
  readonly ids: string
  readonly at: string
  /** Loses the first createOrder request or its answer before. */
  readonly fault?: "lose-answer" | "reset-before"
  /** The failpoints of later kills, in this order. */
  readonly again?: ReadonlyArray<string>
  /** How many orders the provider has when the runner is killed first. */
  readonly held: 0 | 1
  /**
   * How the order finally reached the provider. `anew`: the runner did not know it; `carried`: the stored intent was sent;
   * `found`: a query found it; `stored`: its outcome was already stored; `resent`: it was sent again after two queries
   * did not find it.
   */
  readonly way: "anew" | "carried" | "found" | "stored" | "resent"
  /** Milliseconds in which the provider does not show new orders; the visibility delay is longer. */
  readonly hides?: number
}

const kills: ReadonlyArray<Kill> = [
  { ids: "D1-328", at: "intent.before-commit", held: 0, way: "anew" },
  { ids: "D1-328", at: "intent.committed", held: 0, way: "carried" },
  { ids: "D1-328 D1-405", at: "create.claimed", held: 0, way: "resent" },
  { ids: "D1-328 D1-405", at: "create.before-send", held: 0, way: "resent" },
  { ids: "D1-328 D1-381", at: "create.after-send", held: 1, way: "found" },
  { ids: "D1-328", at: "outcome.before-commit", held: 1, way: "found" },
  { ids: "D1-328", at: "outcome.committed", held: 1, way: "stored" },
  { ids: "D1-328", at: "answer.before", held: 1, way: "stored" },
  { ids: "D1-328 D1-381", at: "doubtful.committed", fault: "lose-answer", held: 1, way: "found" },
  { ids: "D1-328 D1-381", at: "query.before", fault: "lose-answer", held: 1, way: "found" },
  { ids: "D1-328 D1-381", at: "query.after", fault: "lose-answer", held: 1, way: "found" },
  { ids: "D1-328 D1-381 D1-405", at: "doubtful.committed", fault: "reset-before", held: 0, way: "resent" },
  { ids: "D1-328 D1-381 D1-405", at: "query.after", fault: "reset-before", held: 0, way: "resent" },
  { ids: "D1-328", at: "create.after-send", again: ["doubtful.committed", "query.after", "outcome.before-commit"], held: 1, way: "found" },
  { ids: "D1-328 D1-405", at: "create.before-send", again: ["create.after-send"], held: 0, way: "found" },
  { ids: "D1-328 D1-405", at: "create.after-send", held: 1, way: "found", hides: 4000 }
]

const nameOf = ({ again, at, fault, hides }: Kill): string =>
  [
    `killed at ${[at, ...(again ?? [])].join(", then at ")}`,
    ...(fault === "lose-answer" ? ["after a lost answer"] : fault === "reset-before" ? ["after a lost request"] : []),
    ...(hides === undefined ? [] : ["while the provider does not show the order yet"])
  ].join(" ")

const createKilled = (kill: Kill) => async ({ ask, home, told, warehouse }: World): Promise<void> => {
  const number = "SO-1"
  const create = () => ask("createOrder", orderOf(number))
  const creates = async () => callsOf(await warehouse.books(), "createOrder").length
  const queries = async () => callsOf(await warehouse.books(), "getOrder").length
  if (kill.fault !== undefined) await warehouse.breaks({ method: "createOrder", kind: kill.fault, times: 1 })
  if (kill.hides !== undefined) await warehouse.hides(kill.hides)

  const doomed = await home.startDoomed({ FAULTS_FAILPOINT: kill.at })
  assert.deepStrictEqual(await create(), { is: "broken" })
  await dies(doomed)
  assert.lengthOf((await warehouse.books()).orders, kill.held)

  for (const at of kill.again ?? []) {
    const next = await home.startDoomed({ FAULTS_FAILPOINT: at })
    const hasEnded = () => Promise.race([next.exited.then(() => true), wait(50).then(() => false)])
    for (let tries = 0; tries < 20 && !(await hasEnded()); tries++) {
      const seen = await create()
      if (seen.is === "answered") assert.strictEqual(seen.json.message, doubtful)
    }
    await dies(next)
  }

  const [createsBefore, queriesBefore] = [await creates(), await queries()]
  const runner = await home.start()
  if (kill.way === "resent") {
    await eventually(async () => (await queries()) > queriesBefore ? true : undefined, { what: "a query of the doubtful create" })
    await wait(2 * visibility)
    assert.strictEqual(await creates(), createsBefore, "sent again although nobody asked")
  }
  const answers: Array<string> = []
  const numberAtPeer = await eventually(async () => {
    const seen = await create()
    assert(seen.is === "answered", "the connection broke again")
    answers.push(seen.json.success === true ? "success" : seen.json.message)
    return seen.json.success === true ? String(seen.json.data.warehouseOrderNumber) : undefined
  }, { what: "a success answer" })
  for (const answer of answers.slice(0, -1)) assert.strictEqual(answer, doubtful)
  assert.isAtMost(answers.length, 5)
  assert.deepStrictEqual(await create(), { is: "answered", json: { success: true, data: { warehouseOrderNumber: numberAtPeer } } })

  const { trackingNumber } = await warehouse.ship({ orderNumber: number })
  await eventually(async () => (await told(number)).some(({ data }) => data.status === "SUCCESS") ? true : undefined, {
    what: "the SUCCESS at the ERP"
  })
  assert.deepStrictEqual(await create(), { is: "answered", json: { success: true, data: { warehouseOrderNumber: numberAtPeer } } })
  await quiet(runner)

  const books = await warehouse.books()
  assert.deepStrictEqual(books.orders.map((order) => [order.orderNumber, order.warehouseOrderNumber, order.status]), [
    [number, numberAtPeer, "SUCCESS"]
  ])
  const sent = callsOf(books, "createOrder")
  assert.lengthOf(sent, kill.fault === "reset-before" ? 2 : 1)
  if (kill.way === "resent") {
    // Two queries without a result, a visibility delay apart, precede the request that took effect.
    const last = Date.parse(sent.at(-1)!.at)
    const before = sent.length === 1 ? 0 : Date.parse(sent[0]!.at)
    const asked = callsOf(books, "getOrder").map(({ at }) => Date.parse(at)).filter((at) => at >= before && at <= last)
    assert.isAtLeast(asked.length, 2)
    assert.isAtLeast(asked.at(-1)! - asked[0]!, visibility)
  }
  if (kill.way === "found") assert.isAtLeast(await queries(), 1)
  const reports = [...effects(await told(number)).values()].map(({ data }) => data)
  assert.deepStrictEqual(
    reports.filter(({ status }) => status === "SUCCESS").map((data) => [data.trackNumber, data.warehouseOrderNumber]),
    [[trackingNumber, numberAtPeer]]
  )
  assert.strictEqual(reports.at(-1)?.status, "SUCCESS")
}

describe.each(databases)("a createOrder on %s", (database) => {
  for (const kill of kills) {
    it.concurrent(`${kill.ids} ${nameOf(kill)}, is one order at the provider and one answer to the ERP`, () =>
      inWorld(database, kill.hides === undefined ? undefined : kill.hides + 500, createKilled(kill)))
  }
})

const asnKilled = (at: string, fault: Kill["fault"]) => async ({ ask, home, told, warehouse }: World): Promise<void> => {
  const number = "ASN-1"
  const create = () => ask("createAsnOrder", asnOf(number))
  if (fault !== undefined) await warehouse.breaks({ method: "createAsnOrder", kind: fault, times: 1 })
  const doomed = await home.startDoomed({ FAULTS_FAILPOINT: at })
  assert.deepStrictEqual(await create(), { is: "broken" })
  await dies(doomed)
  const runner = await home.start()
  await eventually(async () => {
    const seen = await create()
    return seen.is === "answered" && seen.json.success === true ? true : undefined
  }, { what: "a success answer" })
  await warehouse.receive({ asnNumber: number, lines: [{ sku: "SKU-1", good: 9, bad: 1 }], finish: true })
  await eventually(async () => (await told(number)).some(({ data }) => data.wmsStatus === "FINISHED") ? true : undefined, {
    what: "FINISHED at the ERP"
  })
  await quiet(runner)
  assert.deepStrictEqual((await warehouse.books()).asns.map((asn) => asn.asnNumber), [number])
  const batches = [...effects(await told(number)).values()]
  assert.deepStrictEqual(batches.map(({ data }) => [data.batchNo, data.skuList.map((line: { receivedQuantity: number }) => line.receivedQuantity)]), [
    [`${number}-1`, [10]]
  ])
}

describe.each(databases)("a createAsnOrder on %s", (database) => {
  const rows = [["create.before-send", undefined], ["create.after-send", undefined], ["doubtful.committed", "lose-answer"]] as const
  for (const [at, fault] of rows) {
    it.concurrent(`killed at ${at}${fault === undefined ? "" : " after a lost answer"}, is one inbound order at the provider, counted once`, () =>
      inWorld(database, undefined, asnKilled(at, fault)))
  }
})

/** Repeats a call while the answer says so, and returns the final answer. */
const accepted = async (create: () => Promise<Seen>): Promise<void> => {
  const told: Array<string> = []
  for (let times = 0; times < 5; times++) {
    const seen = await create()
    if (seen.is === "answered" && String(seen.json.success) === "true") return
    told.push(JSON.stringify(seen))
  }
  assert.fail(`never accepted: ${told.join("; ")}`)
}

/** Failpoints between a provider's report and the ERP, and how often the ERP receives the report in the end. */
const pushes = [
  { at: "event.before-commit", times: 1 },
  { at: "event.committed", times: 1 },
  { at: "push.claimed", times: 1 },
  { at: "push.before-send", times: 1 },
  { at: "push.after-send", times: 2 },
  { at: "push.before-commit", times: 2 },
  { at: "push.committed", times: 1 }
] as const

/** Failpoints at which a batch is handled differently, or could be counted twice. */
const batchPlaces: ReadonlySet<string> = new Set(["event.before-commit", "event.committed", "push.after-send", "push.before-commit"])

const statusKilled = ({ at, times }: (typeof pushes)[number]) => async ({ ask, home, told, warehouse }: World): Promise<void> => {
  const number = "SO-1"
  // Nothing is reported before the order has left, so that its SUCCESS reaches the failpoint first.
  await warehouse.hides(3_600_000)
  const doomed = await home.startDoomed({ FAULTS_FAILPOINT: at })
  await accepted(() => ask("createOrder", orderOf(number)))
  const { trackingNumber } = await warehouse.ship({ orderNumber: number })
  await warehouse.hides(0)
  await dies(doomed)
  const runner = await home.start()
  await eventually(async () => (await told(number)).length >= times ? true : undefined, { what: "the SUCCESS at the ERP" })
  await quiet(runner)
  const all = await told(number)
  assert.lengthOf(all, times)
  assert.deepStrictEqual([...effects(all).values()].map(({ data }) => [data.status, data.trackNumber]), [["SUCCESS", trackingNumber]])
}

const batchKilled = ({ at, times }: (typeof pushes)[number]) => async ({ ask, home, told, warehouse }: World): Promise<void> => {
  const number = "ASN-1"
  const doomed = await home.startDoomed({ FAULTS_FAILPOINT: at })
  await warehouse.hides(3_600_000)
  await accepted(() => ask("createAsnOrder", asnOf(number)))
  await warehouse.receive({ asnNumber: number, lines: [{ sku: "SKU-1", good: 3, bad: 1 }] })
  await warehouse.hides(0)
  await dies(doomed)
  const runner = await home.start()
  await eventually(async () => (await told(number)).length >= times ? true : undefined, { what: "the first batch at the ERP" })
  await warehouse.receive({ asnNumber: number, lines: [{ sku: "SKU-1", good: 6 }], finish: true })
  await eventually(async () => (await told(number)).some(({ data }) => data.wmsStatus === "FINISHED") ? true : undefined, {
    what: "the second batch at the ERP"
  })
  await quiet(runner)
  const all = await told(number)
  assert.lengthOf(all, times + 1)
  assert.deepStrictEqual(
    [...effects(all).values()].map(({ data }) => [data.batchNo, data.wmsStatus, data.skuList[0].goodQuantity, data.skuList[0].badQuantity]),
    [[`${number}-1`, "RECEIVING", 3, 1], [`${number}-2`, "FINISHED", 6, 0]]
  )
}

describe.each(databases)("a report on %s", (database) => {
  for (const push of pushes) {
    const ids = push.times === 2 ? "D1-373 D1-395" : "D1-373"
    it.concurrent(`${ids} killed at ${push.at}, a shipped order is told once, and never lost`, () =>
      inWorld(database, undefined, statusKilled(push)))
    if (batchPlaces.has(push.at)) {
      it.concurrent(`${ids} killed at ${push.at}, a batch is counted once, and never lost`, () =>
        inWorld(database, undefined, batchKilled(push)))
    }
  }
})
