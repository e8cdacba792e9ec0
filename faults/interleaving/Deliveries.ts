/**
 * The operations on the deliveries of one order to one ERP, the scenes in which they meet, and what must hold after it.
 */
import { ErpV1, OutboundOrder } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { Retention } from "../../apps/runner/src/jobs/Retention.ts"
import { Outbox } from "../../apps/runner/src/outbox/Outbox.ts"
import { Database, type Row } from "../../apps/runner/src/store/Database.ts"
import type { Node } from "../../apps/runner/test/support/Nodes.ts"
import type { ErpBehaviour } from "../../apps/runner/test/support/Peers.ts"
import { alone, type Meeting, round, type Work } from "./Interleaving.ts"
import type { Nodes, Operation, Scene } from "./Pairs.ts"

export interface Line {
  readonly number: string
  readonly connection: string
  readonly nodes: Nodes
  /** The ids of its deliveries when the meeting began, in their order. */
  readonly ids: ReadonlyArray<string>
  /** Of those put during the meeting. */
  readonly added: Array<string>
  readonly cancelled: Set<string>
  readonly replayed: Set<string>
  readonly removed: Set<string>
  /** The deliveries of another order, which some operations change in the same transaction. */
  readonly other?: Line
}

const entityOf = (number: string) => `warehouse:acc-1 outbound:${number}`

const put = (line: Pick<Line, "number" | "connection">, trackingNumber: string, isState = false) =>
  Effect.flatMap(Outbox, (outbox) =>
    Effect.flatMap(Database, (db) =>
      db.transaction(outbox.put({
        connection: line.connection,
        scope: "warehouse:acc-1",
        entity: entityOf(line.number),
        operation: ErpV1.ReceiveOutboundStatus,
        payload: {
          orderNumber: OutboundOrder.OrderNumber.make(line.number),
          warehouseCode: "WH-1",
          ...(isState ? { phase: "open" as const, status: "PICKING" } : { phase: "shipped" as const, status: "SHIPPED", trackingNumber })
        },
        isState
      }))))

const inTransaction = <A, E>(work: (outbox: Outbox["Service"]) => Effect.Effect<A, E>) =>
  Effect.flatMap(Outbox, (outbox) => Effect.flatMap(Database, (db) => db.transaction(work(outbox))))

/** One round of the loop that sends; everything that becomes due by it is sent too. */
const send = (node: Node): Work =>
  Effect.flatMap(Outbox, (outbox) => Effect.andThen(outbox.wake, round(node.name, outbox.run, outbox.drained)))

const sends = (name: string, ...how: ReadonlyArray<ErpBehaviour>): Operation<Line> => ({
  name,
  run: (line, node) => Effect.suspend(() => {
    line.nodes.cluster.erp.planFor(line.number, ...how)
    return send(node)
  })
})

const adding = (name: string, isState: boolean): Operation<Line> => ({
  name,
  run: (line) => Effect.map(put(line, `T-new-${line.added.length}`, isState), (id) => void line.added.push(id))
})

const onIds = (name: string, at: number, act: (outbox: Outbox["Service"], ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<string>, unknown>, into: "cancelled" | "replayed"): Operation<Line> => ({
  name,
  run: (line) => Effect.map(inTransaction((outbox) => act(outbox, [line.ids[at]!])), (done) => done.forEach((id) => line[into].add(id)))
})

const linesOf = (one: Line): ReadonlyArray<Line> => one.other === undefined ? [one] : [one, one.other]

const cancelAll = (outbox: Outbox["Service"], ids: ReadonlyArray<string>) => outbox.cancel(ids, "by an operator")

/** With the first delivery of each order, in one transaction. */
const onBoth = (
  name: string,
  inOrder: (ids: ReadonlyArray<string>) => ReadonlyArray<string>,
  act: (outbox: Outbox["Service"], ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<string>, unknown>,
  into: "cancelled" | "replayed"
): Operation<Line> => ({
  name,
  run: (one) =>
    Effect.map(inTransaction((outbox) => act(outbox, inOrder(linesOf(one).map(({ ids }) => ids[0]!)))), (done) => done.forEach((id) => linesOf(one).forEach((each) => each[into].add(id))))
})

const rowsOf = ({ connection, nodes, number }: Pick<Line, "connection" | "number" | "nodes">) =>
  Effect.orDie(nodes.cluster.db.query("select seq, id, connection, entity, state, is_held, is_state, cause, attempt from delivery where connection = $1 and entity = $2 order by seq", [connection, entityOf(number)]))

export const operations = {
  put: adding("put", false),
  putState: adding("put a state", true),
  deliver: sends("deliver"),
  fail: sends("send to an ERP that is away", "unreachable"),
  refuse: sends("send what the ERP refuses", "refuse"),
  cancelFirst: onIds("cancel the first", 0, (outbox, ids) => outbox.cancel(ids, "by an operator"), "cancelled"),
  cancelSecond: onIds("cancel the second", 1, (outbox, ids) => outbox.cancel(ids, "by an operator"), "cancelled"),
  replay: onIds("replay the dead letter", 0, (outbox, ids) => outbox.replay(ids), "replayed"),
  remove: {
    name: "remove the dead letter",
    run: (line) =>
      Effect.gen(function*() {
        const [row] = yield* rowsOf(line)
        if (row?.id === line.ids[0] && (yield* inTransaction((outbox) => outbox.removeDead(row!)))) line.removed.add(line.ids[0]!)
      })
  },
  cancelBoth: onBoth("cancel one of each order", (ids) => ids, cancelAll, "cancelled"),
  cancelBothBackwards: onBoth("cancel one of each order, the other way round", (ids) => ids.toReversed(), cancelAll, "cancelled"),
  replayBoth: onBoth("replay both dead letters", (ids) => ids, (outbox, ids) => outbox.replay(ids), "replayed"),
  replayBothBackwards: onBoth("replay both dead letters, the other way round", (ids) => ids.toReversed(), (outbox, ids) => outbox.replay(ids), "replayed"),
  prune: {
    name: "remove both dead letters because of their age",
    run: (one) =>
      Effect.gen(function*() {
        yield* (yield* Retention).prune
        const left = new Set((yield* Effect.forEach(linesOf(one), rowsOf)).flat().map(({ id }) => id))
        for (const { ids, removed } of linesOf(one)) if (!left.has(ids[0])) removed.add(ids[0]!)
      })
  },
  adopt: { name: "adopt what a dead node had claimed", run: () => Effect.flatMap(Outbox, (outbox) => outbox.recover) }
} satisfies Record<string, Operation<Line>>

const unfinished = (connection: string): ReadonlyArray<string> => connection === "continues" ? ["Pending", "InFlight"] : ["Pending", "InFlight", "Dead"]

const heldForNothing = ({ connection }: Line, rows: ReadonlyArray<Row>): ReadonlyArray<string> =>
  rows.flatMap((row, at) => {
    if (row.state !== "Pending" || row.is_held !== 1) return []
    const hasReason = rows.some((other, n) => n !== at && (other.state === "InFlight" || (n < at && unfinished(connection).includes(other.state))))
    return hasReason ? [] : [`${row.id} is held behind nothing`]
  })

const ofEach = (judge: (line: Line) => Effect.Effect<ReadonlyArray<string>>) => (one: Line) =>
  Effect.map(Effect.forEach(linesOf(one), judge), (found) => found.flat())

const judgeLineNow = (line: Line) =>
  Effect.map(rowsOf(line), (rows) => [
    ...heldForNothing(line, rows),
    ...(rows.filter(({ state }) => state === "InFlight").length > 1 ? ["two deliveries of one order are in flight"] : [])
  ])

const judgeLine = (line: Line) =>
  Effect.map(rowsOf(line), (rows) => {
    const found: Array<string> = [...heldForNothing(line, rows)]
    const seqOf = new Map(rows.map(({ id, seq }): [string, number] => [id, Number(seq)]))
    const received = line.nodes.cluster.erp.received.filter(({ content }) => content.orderNumber === line.number).map(({ deliveryId }) => deliveryId)
    const all = [...line.ids, ...line.added]
    for (const id of all) {
      const row = rows.find((one) => one.id === id)
      const times = received.filter((one) => one === id).length
      if (times > 1) found.push(`${id} was delivered ${times} times`)
      if (row === undefined) {
        if (!line.removed.has(id)) found.push(`${id} is lost`)
        continue
      }
      if (line.removed.has(id)) found.push(`${id} was removed and is there`)
      const isDone = ["Delivered", "Dead", "Cancelled"].includes(row.state)
      const isBehindDead = row.state === "Pending" && line.connection !== "continues" && rows.some((one) => one.state === "Dead" && Number(one.seq) < Number(row.seq))
      if (!isDone && !isBehindDead) found.push(`${id} has not ended: ${row.state}, held ${row.is_held}`)
      if (row.state === "Delivered" && times !== 1) found.push(`${id} counts as delivered, which the ERP did not see`)
      if (row.state !== "Delivered" && times > 0) found.push(`${id} reached the ERP and is ${row.state}`)
      if (line.cancelled.has(id) && times > 0) found.push(`${id} was sent although its cancel was answered`)
      if (row.state === "Cancelled" && !line.cancelled.has(id) && row.cause !== "superseded") found.push(`${id} is cancelled and nobody asked for it`)
      if (row.state === "Cancelled" && row.cause === "superseded" && row.is_state !== 1) found.push(`${id} is no state and was superseded`)
    }
    const inOrder = received.filter((id) => !(line.connection === "continues" && line.replayed.has(id))).map((id) => seqOf.get(id) ?? 0)
    if (inOrder.some((seq, at) => at > 0 && seq < inOrder[at - 1]!)) found.push(`the ERP was told out of order: ${inOrder.join(", ")}`)
    return found
  })

const judgeNow = (_: Nodes, one: Line) => ofEach(judgeLineNow)(one)

const judgeEnd = (_: Nodes, one: Line, { answers }: Meeting) =>
  Effect.map(ofEach(judgeLine)(one), (found) => [
    ...found,
    ...[answers.first, answers.second].flatMap((answer) => Exit.isFailure(answer) ? [`an operation failed: ${answer.cause}`] : [])
  ])

const isLineLeft = (line: Line) =>
  Effect.map(rowsOf(line), (rows) =>
    rows.some((row, at) => row.state === "InFlight" || (row.state === "Pending" && (row.is_held === 0 || !rows.slice(0, at).some(({ state }) => state === "Dead")))))

const isLeft = (one: Line) => Effect.map(Effect.forEach(linesOf(one), isLineLeft), (left) => left.includes(true))

const finish = ({ second }: Nodes, line: Line) =>
  Effect.gen(function*() {
    for (let rounds = 0; rounds < 20 && (yield* isLeft(line)); rounds++) {
      if (rounds > 0) yield* alone(second, Effect.sleep("10 seconds"))
      yield* alone(second, send(second))
    }
  })

const line = (nodes: Nodes, connection: string, number: string, count: number) =>
  Effect.gen(function*() {
    const ids: Array<string> = []
    for (let n = 0; n < count; n++) ids.push(yield* alone(nodes.second, put({ connection, number }, `T-${n}`)))
    return { nodes, connection, number, ids, added: [], cancelled: new Set(), replayed: new Set(), removed: new Set() } satisfies Line
  })

/** The first is a dead letter; more are put behind it. */
const withDead = (nodes: Nodes, connection: string, number: string, count: number) =>
  Effect.gen(function*() {
    nodes.cluster.erp.planFor(number, "refuse")
    const dead = yield* alone(nodes.second, put({ connection, number }, "T-dead"))
    yield* alone(nodes.second, send(nodes.second))
    const behind = yield* line(nodes, connection, number, count)
    return { ...behind, ids: [dead, ...behind.ids] }
  })

/** A dead letter with one behind it, for each of two orders, and all of them are old. */
const twoWithDead = (nodes: Nodes, number: string) =>
  Effect.gen(function*() {
    const one = yield* withDead(nodes, "books", number, 1)
    const other = yield* withDead(nodes, "books", `${number}-other`, 1)
    for (const { connection, number } of [one, other]) {
      yield* Effect.orDie(nodes.cluster.db.query("update delivery set updated_at = updated_at - 7862400000 where connection = $1 and entity = $2", [connection, entityOf(number)]))
    }
    return { ...one, other }
  })

const ruled = { judgeNow, judgeEnd, finish }

export const scenes: ReadonlyArray<Scene<Line>> = [
  {
    ...ruled,
    name: "three that wait",
    make: (nodes, number) => line(nodes, "books", number, 3),
    operations: [operations.put, operations.putState, operations.deliver, operations.fail, operations.refuse, operations.cancelFirst, operations.cancelSecond]
  },
  {
    ...ruled,
    name: "two behind a dead letter that holds them",
    make: (nodes, number) => withDead(nodes, "books", number, 2),
    operations: [operations.put, operations.deliver, operations.cancelFirst, operations.cancelSecond, operations.replay, operations.remove]
  },
  {
    ...ruled,
    name: "two behind a dead letter that lets them pass",
    make: (nodes, number) => withDead(nodes, "continues", number, 2),
    operations: [operations.put, operations.deliver, operations.refuse, operations.cancelFirst, operations.cancelSecond, operations.replay, operations.remove]
  },
  {
    ...ruled,
    name: "three of which a dead node had claimed the first",
    make: (nodes, number) =>
      Effect.tap(line(nodes, "books", number, 3), ({ ids }) =>
        Effect.orDie(nodes.cluster.db.query("update delivery set state = 'InFlight', attempt = 1, owner = 'gone', epoch = 0, leased_until = 0 where id = $1", [ids[0]!]))),
    operations: [operations.put, operations.putState, operations.deliver, operations.adopt, operations.cancelFirst, operations.cancelSecond]
  }
]

export const twoOrders: Scene<Line> = {
  ...ruled,
  name: "two orders, each with one behind a dead letter",
  make: twoWithDead,
  operations: [
    operations.cancelBoth,
    operations.cancelBothBackwards,
    operations.replayBoth,
    operations.replayBothBackwards,
    operations.prune,
    operations.deliver,
    operations.put
  ]
}

export const connections = [{ id: "continues", plugin: "erp-fake", onDead: "continue" as const }]
