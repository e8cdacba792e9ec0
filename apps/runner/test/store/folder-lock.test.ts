import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as FolderLock from "../../src/store/FolderLock.ts"

it.live("a second runner on one data folder is told so, and may start once the first has ended", () =>
  Effect.gen(function*() {
    const folder = mkdtempSync(join(tmpdir(), "crossdock-lock-"))
    yield* Effect.addFinalizer(() => Effect.sync(() => rmSync(folder, { recursive: true })))
    yield* Effect.scoped(Effect.gen(function*() {
      yield* FolderLock.hold(folder)
      const refused = yield* Effect.flip(Effect.scoped(FolderLock.hold(folder)))
      assert.include(refused.message, "CROSSDOCK_DATA")
    }))
    yield* Effect.scoped(FolderLock.hold(folder))
  }))

it.effect("a lock file that cannot be used is not taken for another runner", () =>
  Effect.gen(function*() {
    const folder = mkdtempSync(join(tmpdir(), "crossdock-lock-"))
    yield* Effect.addFinalizer(() => Effect.sync(() => rmSync(folder, { recursive: true })))
    writeFileSync(join(folder, "runner.lock"), "no database ".repeat(100))
    const refused = yield* Effect.flip(Effect.scoped(FolderLock.hold(folder)))
    assert.notInclude(refused.message, "another runner")
    assert.include(refused.message, "is not a database")
  }))
