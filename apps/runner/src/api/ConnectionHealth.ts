/**
 * What is the matter with a connection, decided once: the flow, the list of connections and the page of each say the same.
 */
import type { Connection, ConnectionHealth, HealthCause } from "@crossdock/admin-api"
import { member } from "./Responses.ts"

type Known = Pick<Connection, "authorization" | "callsFail" | "deadDeliveries" | "failingSince" | "paused" | "pollsFail" | "waitingIntents">

export const plural = (count: number, one: string, many: string): string => count === 1 ? `1 ${one}` : `${count} ${many}`

interface Matter {
  readonly is: Exclude<ConnectionHealth["is"], "ok">
  readonly cause: HealthCause
}

/** Everything that is the matter, the gravest first. `isLimited`: the account is limited to links, and what peers and persons have written is left out. */
const mattersOf = (connection: Known, isLimited: boolean): ReadonlyArray<Matter> => {
  const { authorization, callsFail, deadDeliveries, failingSince, paused, pollsFail, waitingIntents } = connection
  const cause = (is: Matter["is"], code: HealthCause["code"], text: string, { because, count, since }: { readonly since?: HealthCause["since"] | undefined; readonly because?: string | undefined; readonly count?: string }): ReadonlyArray<Matter> => {
    const words = isLimited || because === undefined || because === "" ? undefined : because
    return [{ is, cause: { code, text: words === undefined ? text : `${text}: ${words}`, params: { ...member("count", count), ...member("because", words) }, ...member("since", since) } }]
  }
  return [
    ...(paused === undefined ? [] : cause("paused", "PAUSED", "it is paused, and nothing is sent there", { since: paused.at, because: paused.because })),
    ...(authorization?.is === "refused" ? cause("failing", "AUTHORIZATION_REFUSED", "its authorization was refused, and a person has to authorize it again", authorization) : []),
    ...(callsFail === undefined ? [] : cause("failing", "CALLS_FAIL", "no call to it is answered", callsFail)),
    ...(pollsFail === undefined ? [] : cause("failing", "POLLS_FAIL", "it cannot be read", pollsFail)),
    ...(failingSince === undefined ? [] : cause("failing", "DELIVERIES_FAIL", "every delivery to it fails", { since: failingSince })),
    ...(authorization?.is === "needed" ? cause("waiting", "AUTHORIZATION_NEEDED", "nobody has authorized it yet", {}) : []),
    ...(authorization?.renewalFails === undefined ? [] : cause("waiting", "RENEWAL_FAILS", "its credentials cannot be renewed", authorization.renewalFails)),
    ...(waitingIntents === 0 ? [] : cause("waiting", "CREATES_WAIT", `${plural(waitingIntents, "create is", "creates are")} in doubt or held`, { count: String(waitingIntents) })),
    ...(deadDeliveries === 0 ? [] : cause("waiting", "DELIVERIES_DEAD", `${plural(deadDeliveries, "delivery was", "deliveries were")} given up`, { count: String(deadDeliveries) }))
  ]
}

export const healthOf = (connection: Known, isLimited = false): ConnectionHealth => {
  const matters = mattersOf(connection, isLimited)
  return { is: matters[0]?.is ?? "ok", causes: matters.map(({ cause }) => cause) }
}
