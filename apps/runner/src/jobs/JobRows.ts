/**
 * Jobs as rows that contracts hand in: what is done for each connection of a contract, and how often.
 */
import * as Effect from "effect/Effect"
import type { Connection } from "../Composition.ts"
import { Connections } from "../connection/Connections.ts"
import type { Job } from "./Jobs.ts"

export interface JobRow<E, R> {
  /** The name of the job in the database, so it is never changed. */
  readonly name: string
  /** The id of the contract whose connections have the job. */
  readonly contract: string
  /** Whether a connection has the job now. Default: always. It is asked often and must not wait for anything. */
  readonly isWanted?: (connection: Connection, connections: Connections["Service"]) => boolean
  /** Milliseconds from the end of a run to the next one. */
  readonly every: (connection: Connection) => number
  readonly work: (connection: Connection) => Effect.Effect<void, E, R>
}

/** The jobs of these rows for the connections that exist now, including those added since the start. */
export const jobsOf = <E, R>(rows: ReadonlyArray<JobRow<E, R>>): Effect.Effect<ReadonlyArray<Job<E, R>>, never, Connections> =>
  Effect.map(Connections, (connections) =>
    rows.flatMap(({ contract, every, isWanted = () => true, name, work }) =>
      connections.all.flatMap((connection) =>
        connection.plugin.contract === contract && isWanted(connection, connections)
          ? [{ name, connection: connection.id, every: every(connection), work: work(connection) }]
          : [])))
