/** A provider repeats its reports in any order, before and after kills of the runner (F11). */
import { setTimeout as wait } from "node:timers/promises"
import { batch, type Report, step } from "../support/Messages.ts"
import type { Figures } from "../support/RunAndJudge.ts"
import type { Random } from "../support/Random.ts"
import type { World } from "../support/World.ts"

const perEntity = 4
const mostCopies = 10

const shuffled = <A>(list: ReadonlyArray<A>, random: Random): ReadonlyArray<A> =>
  list.map((each) => [random.next(), each] as const).toSorted(([a], [b]) => a - b).map(([, each]) => each)

const reportsOf = (index: number): ReadonlyArray<Report> =>
  Array.from({ length: perEntity }, (_, at) => {
    const isLast = at + 1 === perEntity
    return index % 3 === 2 ? step(`SO-${index}`, at + 1, isLast) : batch(`ASN-${index}`, at + 1, isLast)
  })

const copies = (reports: ReadonlyArray<Report>, random: Random): ReadonlyArray<Report> =>
  shuffled(reports.flatMap((each) => Array.from({ length: 1 + random.below(mostCopies) }, () => each)), random)

export const repeated = (entities: number, kills: number) => async (world: World): Promise<Figures> => {
  const { producer, random, sink } = world
  await world.start()
  const all = Array.from({ length: entities }, (_, index) => copies(reportsOf(index), random))
  const sending = producer.all(all, 16)
  for (let kill = 0; kill < kills; kill++) {
    await wait(300 + random.below(700))
    await world.kill()
    await world.start()
  }
  await sending
  // Repeats each once more after the last kill, so that earlier reports have to be recognised.
  await producer.all(Array.from({ length: entities }, (_, index) => reportsOf(index)), 16)
  await world.quiet()
  return { entities, kills, reports: producer.history.lines().filter(({ is }) => is === "sent").length, effects: sink.effects.lines().length }
}
