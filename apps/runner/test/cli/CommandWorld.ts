/**
 * Commands against the admin listener of a world.
 */
import { it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { listening, token } from "../api/AdminWorld.ts"
import { type RunnerServices, type World, world } from "../support/World.ts"
import { crossdock, type Ran } from "./Shell.ts"

export type Run = (...argv: ReadonlyArray<string>) => Effect.Effect<Ran>

/** Command lines against the admin listener of a world, until the scope closes. */
export const commands = Effect.fnUntraced(function*(w: World) {
  const port = yield* listening(w)
  const folder = mkdtempSync(join(tmpdir(), "crossdock-cli-"))
  writeFileSync(join(folder, "admin-token"), `${Redacted.value(token)}\n`, { mode: 0o600 })
  const environment = { CROSSDOCK_DATA: folder, CROSSDOCK_ADMIN_PORT: String(port) }
  const run: Run = (...argv) => crossdock(argv, environment)
  return { run, environment }
})

export const inWorld = (
  title: string,
  options: Parameters<typeof world>[1],
  test: (w: World, run: Run, environment: Readonly<Record<string, string>>) => Effect.Effect<unknown, unknown, RunnerServices | Scope.Scope>
) =>
  it.effect(title, () =>
    world({ filename: ":memory:" }, options, (w) =>
      Effect.flatMap(commands(w), ({ environment, run }) => test(w, run, environment))))
