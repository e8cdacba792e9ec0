/**
 * What is the matter with a connection: the gravest first, as the flow says it too.
 */
import type { Answer } from "../../api/Answer.ts"
import type { Shape } from "../../parts/State.tsx"
import { t } from "../../texts.ts"

export type Connection = Answer<"/admin/connections">["items"][number]

export interface Health {
  readonly shape: Shape
  readonly word: string
  readonly since: string | undefined
  /** The words of the peer, or of the person who paused it. */
  readonly because: string | undefined
}

const well: Health = { shape: "ok", word: t.flow.health.ok, since: undefined, because: undefined }

/** Everything that is the matter, the gravest first. */
export const healthsOf = (each: Connection): ReadonlyArray<Health> => {
  const { authorization, callsFail, deadDeliveries, failingSince, paused, pollsFail, waitingIntents } = each
  const causes = t.flow.causes
  return [
    ...(paused === undefined ? [] : [{ shape: "fail", word: causes.PAUSED(), since: paused.at, because: paused.because } as const]),
    ...(authorization?.is === "refused" ? [{ shape: "fail", word: causes.AUTHORIZATION_REFUSED(), since: authorization.since, because: authorization.because } as const] : []),
    ...(callsFail === undefined ? [] : [{ shape: "fail", word: causes.CALLS_FAIL(), since: callsFail.since, because: callsFail.because } as const]),
    ...(pollsFail === undefined ? [] : [{ shape: "fail", word: causes.POLLS_FAIL(), since: pollsFail.since, because: pollsFail.because } as const]),
    ...(failingSince === undefined ? [] : [{ shape: "fail", word: causes.DELIVERIES_FAIL(), since: failingSince, because: undefined } as const]),
    ...(authorization?.is === "needed" ? [{ shape: "hold", word: causes.AUTHORIZATION_NEEDED(), since: undefined, because: undefined } as const] : []),
    ...(authorization?.renewalFails === undefined ? [] : [{ shape: "hold", word: t.connections.renewalFails, ...authorization.renewalFails } as const]),
    ...(waitingIntents === 0 ? [] : [{ shape: "hold", word: causes.CREATES_WAIT(waitingIntents), since: undefined, because: undefined } as const]),
    ...(deadDeliveries === 0 ? [] : [{ shape: "fail", word: causes.DELIVERIES_DEAD(deadDeliveries), since: undefined, because: undefined } as const])
  ]
}

export const healthOf = (each: Connection): Health => healthsOf(each)[0] ?? well

/** What people call a peer of this contract. */
export const kindOf = ({ contract }: Pick<Connection, "contract">): string => t.connections.kinds[contract]
