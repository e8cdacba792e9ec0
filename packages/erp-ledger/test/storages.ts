/**
 * The `SqlStorage` port for tests: SQLite in memory, and a new database of a real PostgreSQL from npm.
 */
import * as TestStorage from "@crossdock/testkit/storage"
import * as Effect from "effect/Effect"
import { inject } from "vitest"
import { openPool } from "../../../tools/peers/postgres.mjs"

export const sqlite = TestStorage.sqlite

export const postgres = TestStorage.postgres(Effect.map(
  Effect.acquireRelease(
    Effect.promise(() => openPool({ from: import.meta.url, port: inject("postgresPort") })),
    ({ close }) => Effect.promise(close)
  ),
  ({ pool }) => pool
))
