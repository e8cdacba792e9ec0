/**
 * Bugs that the runner had once, planted into the statements of one node: the interleavings find each of them.
 */
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { withNodes } from "../../apps/runner/test/support/Nodes.ts"
import * as StatementGate from "./StatementGate.ts"
import * as Deliveries from "./Deliveries.ts"
import * as InboundOrders from "./InboundOrders.ts"
import { nodesOf, type Operation, playPair, type Scene, timeout } from "./Pairs.ts"

/** The statement that locks the deliveries of one order for a transaction, with nothing in its place. */
const withoutLineLock = (text: string) => text.startsWith("select pg_advisory_xact_lock(") ? "select $1::text" : undefined

/** The statement that reads a row for a change, without the lock on it. */
const withoutRowLock = (text: string) => /\bfor update$/.test(text) ? text.replace(/ for update$/, "") : undefined

/** The statement that counts a batch, without the check that its inbound order is still as it was read. */
const withoutBatchGuard = (text: string) =>
  text.includes("batches = entity.batches + 1") ? text.replace(/and entity\.batches is not distinct from [^]*?(?=and not exists \(select 1 from entity n)/, "") : undefined

const finds = <S>(
  title: string,
  scene: Scene<S>,
  [a, b]: readonly [Operation<S>, Operation<S>],
  plant: (text: string) => string | undefined,
  violation: RegExp
) =>
  withNodes(title, (cluster) =>
    Effect.gen(function*() {
      const nodes = yield* nodesOf(cluster)
      let planted = 0
      const bugged: Operation<S> = {
        name: a.name,
        run: (one, node) =>
          Effect.ensuring(
            Effect.suspend(() => {
              StatementGate.plant(node.name, (text) => {
                const other = plant(text)
                if (other !== undefined) planted++
                return other
              })
              return a.run(one, node)
            }),
            Effect.sync(() => StatementGate.plant(node.name, undefined))
          )
      }
      const { violations } = yield* playPair(nodes, scene, [bugged, b])
      assert.isAbove(planted, 0, "the statement that the bug changes is not there any more")
      assert.isTrue(violations.some((one) => violation.test(one)), violations.join("\n"))
    }), { connections: Deliveries.connections, server: { callerDeadline: "1 second" } }, timeout)

const sceneOf = <S>(scenes: ReadonlyArray<Scene<S>>, name: string) => scenes.find((scene) => scene.name === name)!

describe("the interleavings of two nodes find a bug (PostgreSQL)", () => {
  finds(
    "that holds for ever what is put while the delivery before it ends (S6)",
    sceneOf(Deliveries.scenes, "two behind a dead letter that lets them pass"),
    [Deliveries.operations.put, Deliveries.operations.deliver],
    withoutLineLock,
    /held behind nothing/
  )
  finds(
    "that holds the third for ever when the second is cancelled while the first ends (S7)",
    sceneOf(Deliveries.scenes, "three that wait"),
    [Deliveries.operations.cancelSecond, Deliveries.operations.deliver],
    withoutLineLock,
    /held behind nothing/
  )
  finds(
    "that counts two batches of one inbound order from the same total",
    sceneOf(InboundOrders.scenes, "the inbound order is announced"),
    [InboundOrders.operations.batchA, InboundOrders.operations.batchB],
    (text) => withoutBatchGuard(text) ?? withoutRowLock(text),
    /are counted|was told of/
  )
})
