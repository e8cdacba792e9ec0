/** The current build starts on the data of an earlier one that was killed while much was owed and asked (F16). */
import { eventually } from "@crossdock/e2e/support/processes.ts"
import { orderOf } from "@crossdock/e2e/support/world.ts"
import { assert } from "vitest"
import type { EarlierBuild } from "../support/EarlierBuild.ts"
import { batch } from "../support/Messages.ts"
import type { Figures } from "../support/RunAndJudge.ts"
import type { World } from "../support/World.ts"
import { insist, live, settled } from "./Creates.ts"

const perOrder = 5

/** Nothing that was owed to an ERP that was down is lost, doubled or told in another order. */
export const owed = (earlier: EarlierBuild, messages: number) => async (world: World): Promise<Figures> => {
  const { producer, sink, wire } = world
  await world.start(earlier.env, earlier.program)
  world.breaks("an ERP that cannot be reached")
  await wire.breaks({ accepts: "refuse" })
  const entities = Math.ceil(messages / perOrder)
  const reports = (from: number) =>
    Array.from({ length: entities }, (_, index) => Array.from({ length: perOrder }, (__, at) => batch(`ASN-${index}`, from + at)))
  await producer.all(reports(1), 16)
  await world.kill()
  const { Dead = 0, InFlight = 0, Pending = 0 } = await world.depth()
  assert.deepStrictEqual([Dead, InFlight + Pending], [0, entities * perOrder], "what the earlier build owes")
  const readyMs = await world.start()
  // The current build adds to orders that the earlier one has begun, and repeats what that one has counted.
  await producer.all(reports(perOrder), 16)
  await wire.breaks()
  world.heals()
  await world.quiet(60_000 + messages * 20)
  return { owed: entities * perOrder, "ready after ms": readyMs, arrivals: sink.arrivals.lines().length }
}

/** The number of creates in each situation. */
export interface Size {
  readonly each: number
}

/** Creates that were settled, doubtful, cancelled or issued again before the upgrade exist once after it. */
export const asked = (earlier: EarlierBuild, { each }: Size) => async (world: World): Promise<Figures> => {
  const { front } = world
  const numbers = (name: string) => Array.from({ length: each }, (_, index) => `${name}-${index}`)
  const create = (number: string) => insist(world, number)
  const cancel = (number: string) =>
    eventually(async () => ((await world.ask("cancelOrder", { orderNumber: number }))?.success === true ? true : undefined), { what: `a cancel of ${number}` })
  await world.start(earlier.env, earlier.program)
  for (const number of ["settled", "cancelled", "again"].flatMap(numbers)) await create(number)
  for (const number of ["cancelled", "again"].flatMap(numbers)) await cancel(number)
  for (const number of numbers("again")) await create(number)
  world.breaks("the provider's answers")
  let count = 0
  front.behaves(({ method }) => (method === "createOrder" ? { way: "reset", acts: count++ % 2 === 0 } : { way: "503", acts: false }))
  await Promise.all(numbers("doubtful").map((number) => world.ask("createOrder", orderOf(number))))
  await world.kill()
  const unsettled = await world.query("select state, count(*) as n from intent where state <> 'Delivered' group by state")
  assert.isAtLeast(Number(unsettled[0]?.["n"] ?? 0), each, "creates without an outcome")
  front.behaves(() => undefined)
  const readyMs = await world.start()
  world.heals()
  for (const number of ["settled", "doubtful", "again", "cancelled"].flatMap(numbers)) await create(number)
  await settled(world)
  await world.quiet()
  const standing = await live(world)
  const wrong = ["settled", "doubtful", "again", "cancelled"].flatMap(numbers).filter((number) => standing.get(number) !== 1)
  assert.deepStrictEqual(wrong, [], "orders that the provider does not have exactly once")
  const created = front.heard.filter(({ method }) => method === "createOrder").length
  return { orders: 4 * each, "creates heard": created, "ready after ms": readyMs }
}
