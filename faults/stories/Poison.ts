/**
 * Deliveries that cannot be processed become dead letters. One for an unknown connection waits for a node that knows it, or
 * for an operator. All others are delivered (F19).
 */
import { eventually } from "@crossdock/e2e/support/processes.ts"
import { assert } from "vitest"
import { batch } from "../support/Messages.ts"
import type { Figures } from "../support/Proof.ts"
import type { World } from "../support/World.ts"
import { diagnosis } from "./Damage.ts"

const goneConnection = "a connection that is gone"

/** How a row is damaged, as SQL for both databases. */
const poisons: Readonly<Record<string, string>> = {
  "content that is not sealed": "content_sealed = 'plain'",
  "content that was cut": "content_sealed = substr(content_sealed, 1, 30)",
  "content that was sealed in a way that nobody knows any more": "content_sealed = 'v0' || substr(content_sealed, 3)",
  "content of another delivery": "content_sealed = (select content_sealed from delivery order by seq limit 1)",
  "an operation that nobody knows": "operation = 'receiveNothing'",
  [goneConnection]: "connection = 'gone'"
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
    await world.execute(`update delivery set ${change}, state = 'Pending', due_at = 0 where entity like '%:POISON-${index}'`)
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
