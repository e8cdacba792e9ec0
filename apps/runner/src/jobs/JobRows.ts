/**
 * Jobs as rows that contracts hand in: what is done for each connection of a contract or for each of its links, and how often.
 */
import * as Effect from "effect/Effect"
import type { Connection } from "../Composition.ts"
import { Connections } from "../connection/Connections.ts"
import type { Job } from "./Jobs.ts"

export interface JobRow<E, R> {
  /** The name of the job in the database, so it is never changed. */
  readonly name: string
  /** The id of the contract whose connections have the job. Those of a contract that extends it have it too. */
  readonly contract: string
  /** Whether there is one job for a connection, or one for each link to it. Default: `connection`. */
  readonly per?: "connection" | "link"
  /** Whether a connection has the job now. Default: always. It is asked often and must not wait for anything. */
  readonly isWanted?: (connection: Connection, connections: Connections["Service"]) => boolean
  /** Milliseconds from the end of a run to the next one. */
  readonly every: (connection: Connection) => number
  /** `scope` is the one of the link, if there is a job for each link, and otherwise empty. */
  readonly work: (connection: Connection, scope: string) => Effect.Effect<void, E, R>
}

const grouped = <A>(all: ReadonlyArray<A>, keysOf: (one: A) => ReadonlyArray<string>): ReadonlyMap<string, ReadonlyArray<A>> => {
  const groups = new Map<string, Array<A>>()
  for (const one of all) {
    for (const key of keysOf(one)) {
      const group = groups.get(key)
      if (group === undefined) groups.set(key, [one])
      else group.push(one)
    }
  }
  return groups
}

/** The jobs of these rows for the connections that exist now, including those added since the start. */
export const jobsOf = <E, R>(rows: ReadonlyArray<JobRow<E, R>>): Effect.Effect<ReadonlyArray<Job<E, R>>, never, Connections> =>
  Effect.map(Connections, (connections) => {
    // Once for all rows: a look at the links for each connection would grow with the square of their number.
    const byContract = grouped(connections.all, ({ plugin }) => connections.contracts.idsOf(plugin))
    const linksOf = rows.some(({ per }) => per === "link") ? grouped(connections.links, ({ peer }) => [peer]) : undefined
    return rows.flatMap(({ contract, every, isWanted = () => true, name, per = "connection", work }) =>
      (byContract.get(contract) ?? []).flatMap((connection) => {
        if (!isWanted(connection, connections)) return []
        const job = (subject: string, scope: string) => ({ name, connection: subject, every: every(connection), work: work(connection, scope) })
        return per === "connection" ? [job(connection.id, "")] : (linksOf?.get(connection.id) ?? []).map(({ scope }) => job(scope, scope))
      }))
  })
