/**
 * What the doctor finds, looked for by a runner that is up: in its database, and about its machine.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Composed } from "../Composition.ts"
import * as DatabaseFacts from "../doctor/DatabaseFacts.ts"
import * as DatabaseFindings from "../doctor/DatabaseFindings.ts"
import type { Folder, Runner } from "../doctor/Facts.ts"
import { ofStore } from "../doctor/Findings.ts"
import * as HostChecks from "../doctor/HostChecks.ts"
import * as HostFindings from "../doctor/HostFindings.ts"
import * as Health from "../http/Health.ts"
import { Database, type DatabaseFailed } from "../store/Database.ts"
import { Shared } from "../store/SharedClock.ts"
import type { Found } from "./FindingStore.ts"

export interface Place {
  readonly composed: Composed
  /** Where the database is, without user and password. */
  readonly database: string
  /** Undefined: findings about the machine are not looked for. */
  readonly dataFolder: string | undefined
}

const nowhere: Folder = { path: "", isThere: false, isWritable: true, readable: [], disk: undefined, sync: undefined }

const folderOf = (path: string | undefined) => path === undefined ? Effect.succeed(nowhere) : HostChecks.folderOf(path, false)

/** A runner that examines itself has its ports. */
const runner = (readiness: Health.Readiness): Runner =>
  ({ isUp: true, port: 0, adminPort: 0, admin: { is: "runner", ...readiness }, public: undefined })

/** The findings about this machine. */
const ofMachine = (place: Place, node: string, readiness: Health.Readiness): Effect.Effect<ReadonlyArray<Found>> =>
  Effect.map(folderOf(place.dataFolder), (folder) =>
    HostFindings.findings({ folder, runner: runner(readiness), composition: undefined }).map((one) =>
      one.code === "NOT_READY" ? { ...one, where: "the runner", node: "" } : { ...one, node }))

/** Everything that is wrong. Fails if the database does not answer, or takes no writes. */
export const examined = Effect.fnUntraced(function*(place: Place, node: string) {
  const db = yield* Database
  const readiness = yield* Health.checked
  const now = yield* Clock.currentTimeMillis
  const shared = yield* Shared
  const machine = shared === undefined ? now : yield* shared.machine.currentTimeMillis
  const contents = yield* DatabaseFacts.live(db, { composed: place.composed, now, machine })
  const ofDatabase = ofStore({ is: "open", place: place.database, beside: undefined, size: undefined, contents }, true)
  return [
    ...ofDatabase.map((one): Found => ({ ...one, node: one.code === "CLOCK" ? node : "" })),
    ...yield* ofMachine(place, node, readiness)
  ]
})

/** What is wrong while the database does not answer, or takes no writes. */
export const withoutDatabase = (place: Place, node: string, dialect: "sqlite" | "postgres", { diagnosis }: DatabaseFailed): Effect.Effect<ReadonlyArray<Found>> =>
  Effect.map(ofMachine(place, node, { ok: true, reasons: [] }), (found) => [
    { ...DatabaseFindings.closed({ is: "closed", dialect, place: place.database, diagnosis }), node: "" },
    ...found
  ])
