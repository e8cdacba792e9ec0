/**
 * A connection as an account sees it that is limited to links: whether it works, and what of these links is under way at it. What it is
 * configured for, what its peer said and what other links have there is left out.
 */
import type { Connection } from "@crossdock/admin-api"
import * as Effect from "effect/Effect"
import type { Database, Row } from "../store/Database.ts"
import * as ConnectionHealth from "./ConnectionHealth.ts"
import { openOf } from "./ConnectionRows.ts"
import { scopeIn, type Seen } from "./CallerLinks.ts"
import * as FlowRows from "./FlowRows.ts"
import { instant, member, where } from "./Responses.ts"

const byConnection = (rows: ReadonlyArray<Row>) => new Map(rows.map((row) => [String(row.connection), row]))

/** What of some links is under way, by connection. */
export const counts = Effect.fnUntraced(function*(db: Database["Service"], now: number, { all, scopes = [] }: Pick<Seen, "all" | "scopes">) {
  const waiting = where([
    ["state in ('Pending', 'InFlight', 'Doubtful') and (state = 'Doubtful' or (state = 'Pending' and held_because is not null))"],
    scopeIn("scope || ''", scopes)
  ])
  const { dead, due, held } = yield* FlowRows.deliveries(db, now, scopes)
  return {
    open: byConnection(yield* openOf(db, all.map(({ id }) => id), scopes)),
    waiting: byConnection(yield* db.query(`select connection, count(*) as n from intent where ${waiting.text} group by connection`, waiting.params)),
    due: byConnection(due),
    held: byConnection(held),
    dead: byConnection(dead)
  }
})

const untold = "why is told to accounts without a limit"

/** Takes out of a connection what the account does not see, and counts what is of its links alone. */
export const of = ({ sees }: Seen, connection: Connection, counted: Effect.Success<ReturnType<typeof counts>>): Connection => {
  const { authorization, callsFail, contract, environment, failingSince, id, lastPolledAt, links, offers, origin, paused, plugin, pollSeconds, pollsFail, timeZone, title } = connection
  const numberOf = (rows: ReadonlyMap<string, Row>) => Number(rows.get(id)?.n ?? 0)
  const isShared = links.some(({ scope }) => !sees(scope))
  const seen: Omit<Connection, "health"> = {
    id, plugin, title, contract, origin, environment, timeZone, pollSeconds, offers,
    links: links.filter(({ scope }) => sees(scope)),
    ...member("paused", paused, ({ at }) => ({ at, because: untold })),
    ...member("callsFail", callsFail, ({ since }) => ({ since, because: untold })),
    ...member("failingSince", failingSince),
    // Which of the links of a connection was not polled, is of no concern to the others.
    ...(!isShared && { ...member("lastPolledAt", lastPolledAt), ...member("pollsFail", pollsFail, ({ since }) => ({ since, because: untold })) }),
    ...member("authorization", authorization, ({ is, since, until }) => ({ is, ...member("since", since), ...member("until", until) })),
    openOrders: numberOf(counted.open),
    ...member("oldestOpenAt", counted.open.get(id)?.oldest as number | null | undefined, instant),
    waitingIntents: numberOf(counted.waiting),
    dueDeliveries: numberOf(counted.due),
    ...member("oldestDueAt", counted.due.get(id)?.oldest as number | null | undefined, instant),
    heldDeliveries: numberOf(counted.held),
    deadDeliveries: numberOf(counted.dead)
  }
  return { ...seen, health: ConnectionHealth.healthOf(seen, true) }
}
