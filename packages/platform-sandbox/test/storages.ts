/**
 * The `SqlStorage` port for tests: SQLite in memory, and a real PostgreSQL from npm.
 */
import * as TestStorage from "@crossdock/testkit/storage"
import * as Effect from "effect/Effect"
import { startPool } from "../../../tools/peers/postgres.mjs"

export const sqlite = TestStorage.sqlite

export const postgres = TestStorage.postgres(Effect.map(
  Effect.acquireRelease(Effect.promise(() => startPool({ from: import.meta.url })), ({ stop }) => Effect.promise(stop)),
  ({ pool }) => pool
))
