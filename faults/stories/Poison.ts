/**
 * Deliveries that cannot be processed become dead letters. One for an unknown connection waits for a node that knows it, or
 * for an operator. All others are delivered (F19).
 */
import { eventually } from "@crossdock/e2e/support/processes.ts"
import { assert } from "vitest"
import { batch } from "../support/Messages.ts"
import type { Figures } from "../support/RunAndJudge.ts"
import type { World } from "../support/World.ts"
import { diagnosis } from "./Damage.ts"

const goneConnection = "a connection that is gone"

/** Damages the payload and the content of a row: after an attempt that failed, the content takes the payload's place. */
const damaged = (how: (column: string) => string): string =>
  `update delivery_content set ${["payload_sealed", "content_sealed"].map((column) => `${column} = case when ${column} is null then null else ${how(column)} end`).join(", ")}`

/** How a row is damaged, as SQL for both databases. */
const poisons: Readonly<Record<string, string>> = {
  "content that is not sealed": damaged(() => "'plain'"),
  "content that was cut": damaged((column) => `substr(${column}, 1, 30)`),
  "content that was sealed in a way that nobody knows any more": damaged((column) => `'v0' || substr(${column}, 3)`),
  "content of another delivery": damaged(() => "(select coalesce(payload_sealed, content_sealed) from delivery_content order by seq limit 1)"),
  "an operation that nobody knows": "update delivery set operation = 'receiveNothing'",
  [goneConnection]: "update delivery set connection = 'gone'"
}

export const rows = (healthy: number) => async (world: World): Promise<Figures> => {
  const { producer, sink } = world
  const names = Object.keys(poisons)
  sink.behaves(() => ({ way: "503" }))
  await world.start()
  world.breaks("an ERP that takes nothing")
  await producer.all([...Array.from({ length: healthy }, (_, index) => [batch(`ASN-${index}`, 1)]), ...names.map((_, index) => [batch(`POISON-${index}`, 1)])], 8)
  await world.stop()
  for (const [index, change] of Object.values(poisons).entries()) {
    const which = `entity like '%:POISON-${index}'`
    await world.execute(`${change} where seq in (select seq from delivery where ${which})`)
    await world.execute(`update delivery set state = 'Pending', due_at = 0 where ${which}`)
  }
  sink.behaves(() => ({}))
  await world.start()
  const states = async (like: string) =>
    (await world.query(`select entity, state, attempt from delivery where entity like '%:${like}' order by entity`)).map(({ state }) => String(state))
  await eventually(async () => ((await states("ASN-%")).every((state) => state === "Delivered") ? true : undefined), {
    what: "the healthy rows at the ERP"
  })
  const flowed = Date.now()
  const ends = names.map((name) => (name === goneConnection ? "Pending" : "Dead"))
  await eventually(async () => ((await states("POISON-%")).join() === ends.join() ? true : undefined), {
    timeoutMs: 90_000,
    everyMs: 300,
    what: `dead letters of all of ${names.join(", ")}`
  }).catch(async (error: unknown) => {
    throw new Error(`${String(error)}: they are ${(await states("POISON-%")).join(", ")}`)
  })
  // Commands report that a delivery waits for an unknown connection, and name it.
  const { codes, wheres } = await diagnosis(world)
  assert.include(codes, "CONNECTION_UNKNOWN")
  assert.include(wheres, "connection gone")
  assert.isEmpty(sink.effects.lines().filter(({ entity }) => entity.startsWith("POISON-")))
  return { healthy, poisoned: names.length, "dead after ms": Date.now() - flowed }
}
