/**
 * Two merchants at a provider that takes ten calls a second: one reads far more than that, and the other creates orders meanwhile.
 */
import { orderOf } from "@crossdock/e2e/support/world.ts"
import { setTimeout as wait } from "node:timers/promises"
import { assert } from "vitest"
import type { Figures } from "../support/RunAndJudge.ts"
import type { World } from "../support/World.ts"

export const callsPerSecond = 10
/** Reads that begin at once, and reads a second after that. */
const load = { burst: 600, perSecond: 20 }
/** Milliseconds in which a create is answered. */
const longest = 2000

export const fairTurns = (seconds: number) => async (world: World): Promise<Figures> => {
  const { merchants: [reader, creator], nodes, wanted } = world
  assert.isDefined(reader)
  assert.isDefined(creator)
  await (nodes.length === 1 ? world.start() : Promise.all(nodes.map((node) => node.start())))
  const reads: Array<Promise<string>> = []
  /** Remembers the code of the answer. The provider knows none of these orders. */
  const read = (number: string) => reads.push(world.ask("getOrder", { orderNumber: number }, reader).then((answer) => String(answer?.message).split(":")[0]!))
  const creates: Array<Promise<{ readonly number: string; readonly took: number; readonly longest: number; readonly answer: unknown; readonly isAccepted: boolean }>> = []
  const create = async (number: string) => {
    const asked = Date.now()
    wanted.set(`${creator.prefix}${number}`, "stands")
    let answer = await world.ask("createOrder", orderOf(number), creator)
    // On a busy machine the deadline of a call may be over first; the caller asks again within the time that the machine explains.
    while (String(answer?.message).startsWith("DOUBTFUL") && Date.now() - asked < world.allowed(longest, asked)) {
      await wait(100)
      answer = await world.ask("createOrder", orderOf(number), creator)
    }
    return { number, took: Date.now() - asked, longest: world.allowed(longest, asked), answer, isAccepted: answer?.success === true }
  }
  const begin = Date.now()
  for (let at = 0; at < load.burst; at++) read(`NONE-${at}`)
  for (let at = 0; at < seconds * load.perSecond; at++) {
    await wait(Math.max(0, begin + (at * 1000) / load.perSecond - Date.now()))
    read(`LATER-${at}`)
    if (at % load.perSecond === load.perSecond / 2) creates.push(create(`SO-${at}`))
  }
  const created = await Promise.all(creates)
  const codes = await Promise.all(reads)
  const late = created.filter(({ isAccepted, longest, took }) => !isAccepted || took > longest)
  assert.lengthOf(late, 0, JSON.stringify(late))
  await world.quiet()
  return {
    creates: created.length,
    "slowest create in ms": Math.max(...created.map(({ took }) => took)),
    reads: reads.length,
    ...Object.fromEntries([...new Set(codes)].map((code) => [`answered ${code}`, codes.filter((each) => each === code).length])),
    "calls at the provider": world.calls().length
  }
}
