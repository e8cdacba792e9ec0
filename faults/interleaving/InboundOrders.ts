/**
 * The operations on one inbound order, the scenes in which they meet, and what must hold after it: every piece that the
 * warehouse has received is counted once and told once.
 */
import { InboundOrder, Quantity, Sku, WarehouseV1 } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { Dispatch } from "../../apps/runner/src/contracts/warehouse/Dispatch.ts"
import { Reports } from "../../apps/runner/src/contracts/warehouse/Reports.ts"
import { Intents } from "../../apps/runner/src/intents/Intents.ts"
import { Outbox } from "../../apps/runner/src/outbox/Outbox.ts"
import * as Books from "../../apps/runner/test/support/Books.ts"
import type { Node } from "../../apps/runner/test/support/Nodes.ts"
import { asn } from "../../apps/runner/test/support/Orders.ts"
import type { Behaviour } from "../../apps/runner/test/support/Peers.ts"
import { alone, type Meeting, round, type Work } from "./Interleaving.ts"
import type { Nodes, Operation, Scene } from "./Pairs.ts"

export interface Asn {
  readonly number: string
  readonly nodes: Nodes
  /** The batches that the warehouse has received. */
  readonly batches: Set<string>
}

const call = <O extends WarehouseV1.AnyOperation>(node: Node, operation: O, payload: O["payload"]["Type"]) =>
  Effect.flatMap(Dispatch, (dispatch) => dispatch.call(node.link, operation, payload, ""))

const numberOf = (number: string) => InboundOrder.AsnNumber.make(number)

const create = (node: Node, number: string) => call(node, WarehouseV1.CreateInboundOrder, asn(number))

const heldOf = ({ nodes, number }: Pick<Asn, "nodes" | "number">) => nodes.cluster.warehouse.asns.findLast((held) => held.asnNumber === number && held.phase !== "cancelled")

const pieces: Readonly<Record<string, number>> = { A: 3, B: 2 }

/** The warehouse receives a batch and reports it, or reports it once more; like a warehouse, until it is taken. */
const batch = (name: string, batchNo: string, at: number): Operation<Asn> => ({
  name,
  run: (one) =>
    Effect.suspend((): Work => {
      const held = heldOf(one)
      if (held === undefined) return Effect.void
      if (!one.batches.has(batchNo)) {
        one.batches.add(batchNo)
        held.phase = "receiving"
        held.received.set("SKU-1", { good: (held.received.get("SKU-1")?.good ?? 0) + pieces[batchNo]!, bad: 0 })
      }
      return Effect.flatMap(Reports, (reports) =>
        Effect.retry(
          reports.take("wh", {
            _tag: "InboundProgressed",
            progress: {
              asnNumber: numberOf(one.number),
              referenceNumber: held.referenceNumber,
              phase: "receiving",
              status: "receiving",
              updatedAt: DateTime.makeUnsafe(at),
              warehouseCode: "WH-1",
              lines: [{ sku: Sku.Sku.make("SKU-1"), received: Quantity.of(pieces[batchNo]!) }],
              batchNo: `${one.number}-${batchNo}`
            }
          }),
          { times: 3 }
        ))
    })
})

const work = (node: Node): Work => Effect.flatMap(Intents, (intents) => Effect.andThen(intents.wake, round(node.name, intents.run, intents.drained)))
const send = (node: Node): Work => Effect.flatMap(Outbox, (outbox) => Effect.andThen(outbox.wake, round(node.name, outbox.run, outbox.drained)))

export const operations = {
  batchA: batch("report batch A", "A", 1000),
  batchB: batch("report batch B", "B", 2000),
  totals: { name: "read the totals", run: ({ number }, node) => call(node, WarehouseV1.GetInboundOrders, { inboundOrders: [{ asnNumber: numberOf(number) }] }) },
  create: { name: "announce", run: ({ number }, node) => create(node, number) },
  cancel: { name: "cancel", run: ({ number }, node) => call(node, WarehouseV1.CancelInboundOrders, { asnNumbers: [numberOf(number)] }) },
  work: { name: "work on what is due", run: (_, node) => work(node) }
} satisfies Record<string, Operation<Asn>>

const scope = "warehouse:acc-1"

const judgeEnd = (_: Nodes, one: Asn, meeting: Meeting, both: readonly [Operation<Asn>, Operation<Asn>]) =>
  Effect.gen(function*() {
    const { cluster } = one.nodes
    const found: Array<string> = []
    const live = cluster.warehouse.asns.filter(({ asnNumber, phase }) => asnNumber === one.number && phase !== "cancelled")
    if (live.length > 1) found.push("the warehouse has the inbound order twice")
    const received = live[0]?.received.get("SKU-1")?.good ?? 0
    const told = new Map<string, number>()
    for (const { content } of cluster.erp.received.filter(({ content }) => content.asnNumber === one.number)) {
      const line = content.lines.find(({ sku }: { readonly sku: string }) => sku === "SKU-1")
      if (line === undefined) continue
      if (told.has(content.batchNo)) found.push(`batch ${content.batchNo} was told twice`)
      told.set(content.batchNo, Number(line.received))
    }
    const sum = [...told.values()].reduce((all, count) => all + count, 0)
    if (sum !== received) found.push(`the warehouse received ${received} pieces and the ERP was told of ${sum}`)
    const [row] = yield* Effect.orDie(cluster.db.query("select e.generation from intent i join entity e on e.id = i.entity where e.kind = 'inbound' and e.number = $1 order by e.generation desc limit 1", [one.number]))
    const counted = yield* one.nodes.second.on(Books.received(scope, one.number, Number(row?.generation ?? 1))).pipe(Effect.orDie)
    if ((counted["SKU-1"]?.[0] ?? 0) !== received) found.push(`the warehouse received ${received} pieces and ${counted["SKU-1"]?.[0] ?? 0} are counted`)
    for (const [at, answer] of [meeting.answers.first, meeting.answers.second].entries()) {
      if (both[at]!.name.startsWith("report") && answer._tag === "Failure") found.push(`a report failed: ${answer.cause}`)
    }
    return found
  })

const finish = ({ cluster, second }: Nodes, one: Asn) =>
  Effect.gen(function*() {
    for (let rounds = 0; rounds < 30; rounds++) {
      yield* alone(second, Effect.andThen(work(second), send(second)))
      const [intent] = yield* Effect.orDie(cluster.db.query("select i.state, i.cancel_at from intent i join entity e on e.id = i.entity where e.kind = 'inbound' and e.number = $1 order by e.generation desc limit 1", [one.number]))
      if (intent === undefined || (["Delivered", "Dead", "Cancelled"].includes(intent.state) && intent.cancel_at === null)) break
      yield* alone(second, Effect.sleep("3 seconds"))
    }
    // Whatever was only in the warehouse's totals is found by the next poll.
    yield* alone(second, Effect.exit(call(second, WarehouseV1.GetInboundOrders, { inboundOrders: [{ asnNumber: numberOf(one.number) }] })))
    yield* alone(second, send(second))
  })

const announced = (nodes: Nodes, number: string, ...plan: ReadonlyArray<Behaviour>) =>
  Effect.gen(function*() {
    nodes.cluster.warehouse.plan("createInboundOrder", ...plan)
    yield* alone(nodes.second, Effect.exit(create(nodes.second, number)))
    return { nodes, number, batches: new Set<string>() } satisfies Asn
  })

const ruled = { judgeNow: () => Effect.succeed([]), judgeEnd, finish } satisfies Partial<Scene<Asn>>

export const scenes: ReadonlyArray<Scene<Asn>> = [
  {
    ...ruled,
    name: "the inbound order is announced",
    make: announced,
    operations: [operations.batchA, operations.batchB, operations.totals, operations.create, operations.cancel]
  },
  {
    ...ruled,
    name: "a poll was the first to see batch A",
    make: (nodes, number) =>
      Effect.tap(announced(nodes, number), (one) =>
        Effect.sync(() => {
          const held = heldOf(one)!
          held.phase = "receiving"
          held.received.set("SKU-1", { good: pieces["A"]!, bad: 0 })
          one.batches.add("A")
        }).pipe(Effect.andThen(alone(nodes.second, operations.totals.run(one, nodes.second))))),
    operations: [operations.batchA, operations.batchB, operations.totals]
  },
  {
    ...ruled,
    name: "the answer to the announcement was lost",
    make: (nodes, number) => announced(nodes, number, "lose-answer"),
    operations: [operations.batchA, operations.batchB, operations.totals, operations.create, operations.work]
  },
  {
    ...ruled,
    name: "the inbound order was cancelled and announced again",
    make: (nodes, number) =>
      Effect.gen(function*() {
        const one = yield* announced(nodes, number)
        yield* alone(nodes.second, operations.cancel.run(one, nodes.second))
        yield* alone(nodes.second, create(nodes.second, number))
        return one
      }),
    operations: [operations.batchA, operations.batchB, operations.totals, operations.cancel]
  }
]
