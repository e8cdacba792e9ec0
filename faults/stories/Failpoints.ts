/** F2 in small: the runner dies at a named place of its work while a provider reports, several times one after the other. */
import { eventually } from "@crossdock/e2e/support/processes.ts"
import type { Figures } from "../support/Proof.ts"
import type { World } from "../support/World.ts"
import { entitiesOf } from "./Kills.ts"

const deaths = 3

/** Dies when it passes the place for the n-th time, each time it is started. */
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
