/** A peer that closes the connection in the TLS handshake or in its answer, or has an untrusted certificate (F9). */
import { eventually } from "@crossdock/e2e/support/processes.ts"
import { orderOf } from "@crossdock/e2e/support/world.ts"
import { assert } from "vitest"
import { batch } from "../support/Messages.ts"
import type { Figures } from "../support/RunAndJudge.ts"
import type { Secure, Way } from "../support/Secure.ts"
import type { World } from "../support/World.ts"
import { live, settled } from "./Creates.ts"

type Breaks = Exclude<Way, "passes">

const nothingSent = "TransportFailed: the peer could not be reached; nothing was sent"
const maySent = "TransportFailed: the connection broke while waiting for the answer"

/** How the runner classifies such an attempt (section 2.3 of the reliability document). */
const cells: Readonly<Record<Breaks, string>> = {
  "reset-in-handshake": nothingSent,
  "closed-in-handshake": nothingSent,
  plain: nothingSent,
  untrusted: nothingSent,
  silent: nothingSent,
  "reset-mid-body": maySent,
  "cut-mid-body": maySent
}
const ways = Object.keys(cells) as Array<Breaks>

const failuresOf = async (world: World, like: string) =>
  (await world.query(`select a.outcome, a.detail from attempt a join delivery d on a.subject = d.id where d.entity like '%${like}' and a.outcome <> 'delivered'`))
    .map(({ detail, outcome }) => `${outcome}: ${detail}`)

/** Pushes: the runner classifies each fault correctly, and the next attempt delivers. */
export const pushes = (secure: Secure) => async (world: World): Promise<Figures> => {
  const { producer, sink } = world
  secure.leadsTo(sink.port)
  await world.start()
  world.breaks("TLS before the ERP")
  await producer.all([[batch("ASN-FIRST", 1)]], 1)
  await world.quiet()
  const taken: Record<string, ReadonlyArray<string>> = {}
  for (const way of ways) {
    const isAmbiguous = cells[way] === maySent
    sink.behaves(({ entity, times }) => (isAmbiguous && entity === way && times === 1 ? { way: "lost" } : {}))
    secure.behaves(way)
    await producer.all([[batch(way, 1)]], 1)
    await eventually(async () => ((await failuresOf(world, `:${way}`)).length > 0 ? true : undefined), { what: `an attempt that met ${way}` })
    secure.behaves("passes")
    await world.quiet()
    taken[way] = [...new Set(await failuresOf(world, `:${way}`))]
    assert.isAtLeast(secure.came(way), 1, way)
  }
  assert.deepStrictEqual(taken, Object.fromEntries(ways.map((way) => [way, [cells[way]]])))
  return { ways: ways.length }
}

/** Creates: a request that was not sent is retried in time or reported as not sent; if the peer may have acted, it is asked. */
export const creates = (secure: Secure) => async (world: World): Promise<Figures> => {
  const { front } = world
  secure.leadsTo(Number(new URL(front.url).port))
  await world.start()
  world.breaks("TLS before the provider")
  const heard = (number: string) => front.heard.filter(({ content, method }) => method === "createOrder" && content.includes(`"${number}"`)).length
  for (const way of ways) {
    secure.behaves(way)
    const number = `SO-${way}`
    const told = await world.ask("createOrder", orderOf(number))
    const wasHeard = heard(number)
    assert.strictEqual(told?.success, false, way)
    if (cells[way] === nothingSent) assert.strictEqual(wasHeard, 0, `${way}: creates that came`)
    else assert.match(String(told?.message), /^DOUBTFUL/, way)
    secure.behaves("passes")
    await eventually(async () => ((await world.ask("createOrder", orderOf(number)))?.success === true ? true : undefined), { everyMs: 200, what: `a success for ${number}` })
    assert.strictEqual(heard(number), 1, `${way}: creates that came in all`)
  }
  world.heals()
  await settled(world)
  await world.quiet()
  const standing = await live(world)
  assert.deepStrictEqual(ways.map((way) => standing.get(`SO-${way}`)), ways.map(() => 1))
  return { ways: ways.length, "queries": front.heard.filter(({ method }) => method !== "createOrder").length }
}
