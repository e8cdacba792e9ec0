/** The runner is killed several times at a failpoint while a provider reports (a small form of F2). */
import { eventually } from "@crossdock/e2e/support/processes.ts"
import type { Figures } from "../support/RunAndJudge.ts"
import type { World } from "../support/World.ts"
import { entitiesOf } from "./Kills.ts"

const deaths = 3

/** Ends the process when it reaches the failpoint for the n-th time, at each start. */
export const cut = (place: string, times: number) => async (world: World): Promise<Figures> => {
  const { producer } = world
  const messages = deaths * times * 4
  await world.start({ FAULTS_FAILPOINT: `${place}:${times}` })
  const sending = producer.all(entitiesOf(messages), 8)
  for (let death = 0; death < deaths; death++) {
    await eventually(() => world.hasEnded() ? true : undefined, { everyMs: 5, what: `a death at ${place}` })
    await world.kill()
    await world.start(death + 1 < deaths ? { FAULTS_FAILPOINT: `${place}:${times}` } : {})
  }
  await sending
  await world.quiet()
  return { messages, deaths }
}
