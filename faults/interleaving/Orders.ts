/**
 * The operations on one outbound order, the scenes in which they meet, and what must hold after it.
 */
import { OutboundOrder, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { Connections } from "../../apps/runner/src/connection/Connections.ts"
import { Dispatch } from "../../apps/runner/src/contracts/warehouse/Dispatch.ts"
import { Reports } from "../../apps/runner/src/contracts/warehouse/Reports.ts"
import { Intents } from "../../apps/runner/src/intents/Intents.ts"
import { Outbox } from "../../apps/runner/src/outbox/Outbox.ts"
import type { Node } from "../../apps/runner/test/support/Nodes.ts"
import { order } from "../../apps/runner/test/support/Orders.ts"
import type { Behaviour } from "../../apps/runner/test/support/Peers.ts"
import { alone, type Meeting, round, type Work } from "./Interleaving.ts"
import type { Nodes, Operation, Scene } from "./Pairs.ts"

export interface Order {
  readonly number: string
  readonly nodes: Nodes
  /** What the warehouse reported during the meeting, of the order that it had then. */
  readonly reported: Set<"open" | "shipped" | "cancelled">
  /** The connection was paused when the meeting began. */
  readonly isPaused: boolean
}

/** What somebody wants of the order. */
type Wish = "there" | "gone"

interface Wishing extends Operation<Order> {
  readonly wants?: Wish
  /** The warehouse ends the order itself. */
  readonly endsIt?: true
}

const call = <O extends WarehouseV1.AnyOperation>(node: Node, operation: O, payload: O["payload"]["Type"]) =>
  Effect.flatMap(Dispatch, (dispatch) => dispatch.call(node.link, operation, payload, ""))

const numberOf = (number: string) => OutboundOrder.OrderNumber.make(number)

const create = (node: Node, number: string) => call(node, WarehouseV1.CreateOutboundOrder, order(number))

const cancel = (node: Node, number: string) => call(node, WarehouseV1.CancelOutboundOrder, { orderNumber: numberOf(number) })

/** Like a warehouse, which sends again what was not taken. */
const report = (status: OutboundOrder.OutboundReport) =>
  Effect.flatMap(Reports, (reports) => Effect.retry(reports.take("wh", { _tag: "OutboundStatusChanged", status }), { times: 3 }))

/** The warehouse does something with the order, if it has it, and reports that. */
const reporting = (name: string, phase: "open" | "shipped" | "cancelled", word: string): Wishing => ({
  name,
  ...(phase === "open" ? {} : { endsIt: true }),
  run: ({ nodes, number, reported }) =>
    Effect.suspend((): Work => {
      const [held] = nodes.cluster.warehouse.live(number)
      if (held === undefined || held.phase !== "open") return Effect.void
      Object.assign(held, { phase, status: word, ...(phase === "shipped" && { trackingNumber: `T-${number}` }) })
      reported.add(phase)
      return report({
        orderNumber: numberOf(number),
        warehouseOrderNumber: held.warehouseOrderNumber,
        phase,
        status: word,
        ...(held.trackingNumber !== undefined && { trackingNumber: held.trackingNumber })
      })
    })
})

const intentsOf = ({ nodes, number }: Order) =>
  Effect.orDie(nodes.cluster.db.query("select i.id, i.state, e.generation, i.held_because, i.is_asked from intent i join entity e on e.id = i.entity where e.kind = 'outbound' and e.number = $1 order by e.generation", [number]))

const work = (node: Node): Work =>
  Effect.flatMap(Intents, (intents) => Effect.andThen(intents.wake, round(node.name, intents.run, intents.drained)))

const send = (node: Node): Work =>
  Effect.flatMap(Outbox, (outbox) => Effect.andThen(outbox.wake, round(node.name, outbox.run, outbox.drained)))

const resume = (node: Node): Work =>
  Effect.gen(function*() {
    yield* (yield* Connections).resume("wh")
    yield* (yield* Intents).release(node.link.scope)
  })

export const operations = {
  create: { name: "create", wants: "there", run: ({ number }, node) => create(node, number) },
  createOther: { name: "create with other content", wants: "there", run: ({ number }, node) => call(node, WarehouseV1.CreateOutboundOrder, order(number, { shopName: "Other shop" })) },
  cancel: { name: "cancel", wants: "gone", run: ({ number }, node) => cancel(node, number) },
  read: { name: "read", run: ({ number }, node) => call(node, WarehouseV1.GetOutboundOrders, { orders: [{ orderNumber: numberOf(number) }] }) },
  open: reporting("report that it is picked", "open", "PICKING"),
  shipped: reporting("report that it is shipped", "shipped", "SHIPPED"),
  ended: reporting("report that the warehouse cancelled it", "cancelled", "CANCELED"),
  lateEnd: {
    name: "report late that the earlier issue was cancelled",
    run: ({ nodes, number }) =>
      Effect.suspend(() => {
        const earlier = nodes.cluster.warehouse.orders.find((held) => held.orderNumber === number && held.phase === "cancelled")
        return earlier === undefined
          ? Effect.void
          : report({ orderNumber: numberOf(number), warehouseOrderNumber: earlier.warehouseOrderNumber, phase: "cancelled", status: "CANCELED" })
      })
  },
  work: { name: "work on what is due", run: (_, node) => work(node) },
  giveUp: {
    name: "give up",
    wants: "gone",
    run: (one) =>
      Effect.gen(function*() {
        const [intent] = yield* intentsOf(one)
        yield* (yield* Intents).decide(intent!.id, { who: "Ada", decision: "Dead" })
      })
  },
  sendAgain: {
    name: "decide that it is sent again",
    wants: "there",
    run: (one) =>
      Effect.gen(function*() {
        const [intent] = yield* intentsOf(one)
        yield* (yield* Intents).decide(intent!.id, { who: "Ada", decision: "Pending" })
      })
  },
  resume: { name: "resume the connection", run: (_, node) => resume(node) }
} satisfies Record<string, Wishing>

const failureOf = (exit: Exit.Exit<unknown, unknown>): string | undefined => {
  if (Exit.isSuccess(exit)) return undefined
  const [reason] = exit.cause.reasons
  return reason?._tag === "Fail" ? String((reason.error as { readonly code?: unknown }).code ?? "failed") : "died"
}

const isWaiting = (row: { readonly [column: string]: any }): boolean =>
  row["state"] === "InFlight" || (row["state"] === "Pending" && row["held_because"] === null)

const judgeEnd = (_: Nodes, one: Order, meeting: Meeting, both: readonly [Wishing, Wishing]) =>
  Effect.gen(function*() {
    const { cluster } = one.nodes
    const found: Array<string> = []
    const intents = yield* intentsOf(one)
    const made = cluster.warehouse.orders.filter(({ orderNumber }) => orderNumber === one.number)
    const live = cluster.warehouse.live(one.number)
    const told = cluster.erp.received.filter(({ content }) => content.orderNumber === one.number)
    if (live.length > 1) found.push("the warehouse has the order twice")
    if (made.length > Math.max(...intents.map(({ generation }) => Number(generation)), 0)) found.push(`${made.length} creates reached the warehouse for ${intents.length} issues`)
    for (const intent of intents) {
      if (isWaiting(intent)) found.push(`issue ${intent.generation} has not ended: ${intent.state}`)
      if (intent.state === "Pending" && intent.held_because !== null) found.push(`issue ${intent.generation} is held: ${intent.held_because}`)
    }
    const newest = intents.at(-1)
    if (newest?.state === "Doubtful" && live.length > 0) found.push("the create is doubtful although the warehouse shows the order")
    if (newest?.state === "Delivered" && made.length === 0) found.push("the create counts as accepted and the warehouse does not have the order")

    const answers = [meeting.answers.first, meeting.answers.second].map(failureOf)
    const wishes = both.map(({ wants }) => wants)
    const succeeded = (wish: Wish) => wishes.some((wants, at) => wants === wish && answers[at] === undefined)
    const isEndedThere = both.some(({ endsIt }) => endsIt)
    if (succeeded("there") && !wishes.includes("gone") && !isEndedThere && live.length !== 1 && newest?.state !== "Doubtful") {
      found.push("a create was answered as done and the warehouse does not have the order")
    }
    if (wishes.includes("gone") && !wishes.includes("there") && !one.reported.has("shipped") && live.length > 0) {
      const at = wishes.indexOf("gone")
      if (answers[at] === undefined || answers[at] === "DOUBTFUL") found.push(`a cancel was answered ${answers[at] ?? "as done"} and the warehouse has the order`)
    }
    for (const [at, operation] of both.entries()) {
      if (operation.name.startsWith("report") && answers[at] !== undefined) found.push(`a report was answered ${answers[at]}`)
    }
    for (const phase of ["shipped", "cancelled"] as const) {
      if (!one.reported.has(phase)) continue
      const times = told.filter(({ content }) => content.phase === phase && (phase !== "shipped" || content.trackingNumber === `T-${one.number}`)).length
      if (times !== 1 && !(phase === "cancelled" && times > 0 && wishes.includes("gone"))) found.push(`the ERP was told ${times} times that the order is ${phase}`)
      const end = told.findIndex(({ content }) => content.phase === phase)
      if (phase === "shipped" && told.slice(end + 1).some(({ content }) => content.phase === "open")) found.push("the ERP was told that the order is open after it was told that it is shipped")
    }
    return found
  })

const finish = ({ cluster, first, second }: Nodes, one: Order) =>
  Effect.gen(function*() {
    const isPaused = (yield* Effect.orDie(cluster.db.query("select 1 as one from connection_state where id = 'wh' and paused = 1"))).length > 0
    const wasPaused = isPaused || one.isPaused
    if (isPaused) yield* alone(second, resume(second))
    // Their loops learn it, and let go what waited for it.
    for (const node of [first, second]) {
      if (!wasPaused) break
      yield* alone(node, Effect.andThen(Effect.sleep("6 seconds"), Effect.andThen(send(node), work(node))))
    }
    for (let rounds = 0; rounds < 30; rounds++) {
      yield* alone(second, Effect.andThen(work(second), send(second)))
      const rows = yield* intentsOf(one)
      const isDoubted = rows.at(-1)?.state === "Doubtful" && (cluster.warehouse.live(one.number).length > 0 || rows.at(-1)?.is_asked === 1)
      const waits = yield* Effect.orDie(cluster.db.query("select 1 as one from intent i join entity e on e.id = i.entity where e.kind = 'outbound' and e.number = $1 and i.cancel_at is not null", [one.number]))
      if (!rows.some(isWaiting) && !isDoubted && waits.length === 0) return
      yield* alone(second, Effect.sleep("3 seconds"))
    }
  })

const begun = (nodes: Nodes, number: string, ...plan: ReadonlyArray<Behaviour>) =>
  Effect.gen(function*() {
    for (const operation of ["createOutboundOrder", "cancelOutboundOrder", "getOutboundOrders"] as const) nodes.cluster.warehouse.plan(operation)
    nodes.cluster.warehouse.plan("createOutboundOrder", ...plan)
    return { nodes, number, reported: new Set(), isPaused: false } satisfies Order
  })

const created = (nodes: Nodes, number: string, ...plan: ReadonlyArray<Behaviour>) =>
  Effect.gen(function*() {
    const one = yield* begun(nodes, number, ...plan)
    yield* alone(nodes.second, Effect.exit(create(nodes.second, number)))
    return one
  })

/** Both nodes know it, and each would learn by itself that it is over. */
const paused = ({ first, second }: Nodes, make: Effect.Effect<Order>) =>
  Effect.gen(function*() {
    yield* alone(first, Effect.flatMap(Connections, (connections) => connections.pause("wh", "a test")))
    yield* alone(second, Effect.flatMap(Connections, (connections) => connections.learnPauses))
    for (const node of [first, second]) yield* alone(node, work(node))
    return { ...(yield* make), isPaused: true }
  })

const ruled = { judgeNow: () => Effect.succeed([]), judgeEnd, finish } satisfies Partial<Scene<Order>>

export const scenes: ReadonlyArray<Scene<Order>> = [
  {
    ...ruled,
    name: "nobody has the order",
    make: (nodes, number) => begun(nodes, number),
    operations: [operations.create, operations.createOther, operations.cancel, operations.open, operations.shipped]
  },
  {
    ...ruled,
    name: "the warehouse has accepted the order",
    make: created,
    operations: [operations.create, operations.createOther, operations.cancel, operations.read, operations.open, operations.shipped, operations.ended]
  },
  {
    ...ruled,
    name: "the answer to the create was lost",
    make: (nodes, number) => created(nodes, number, "lose-answer"),
    operations: [operations.create, operations.cancel, operations.work, operations.read, operations.open, operations.shipped, operations.giveUp]
  },
  {
    ...ruled,
    name: "the create was lost",
    make: (nodes, number) => created(nodes, number, "lose-request"),
    operations: [operations.create, operations.cancel, operations.work, operations.giveUp, operations.sendAgain]
  },
  {
    ...ruled,
    name: "the order was cancelled",
    make: (nodes, number) => Effect.tap(created(nodes, number), () => alone(nodes.second, cancel(nodes.second, number))),
    operations: [operations.create, operations.cancel, operations.read, operations.lateEnd, operations.shipped]
  },
  {
    ...ruled,
    name: "the connection is paused and an order waits for it",
    make: (nodes, number) => paused(nodes, created(nodes, number)),
    operations: [operations.create, operations.cancel, operations.work, operations.resume]
  },
  {
    ...ruled,
    name: "the connection is paused and nobody has the order",
    make: (nodes, number) => paused(nodes, begun(nodes, number)),
    operations: [operations.create, operations.cancel, operations.work, operations.resume]
  }
]
