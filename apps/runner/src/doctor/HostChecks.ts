/**
 * Checks the surroundings of a runner: its data folder, the disk, and what answers at its ports.
 */
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { HttpClient, HttpClientError } from "effect/http"
import { accessSync, closeSync, constants, existsSync, fdatasyncSync, openSync, rmSync, statfsSync, statSync, writeSync } from "node:fs"
import { join, resolve } from "node:path"
import type { Answer, Folder } from "./Facts.ts"

const secrets = ["secret-key", "admin-token", "sandbox-secret"]

const tries = 50
export const bytes = 8192

/** Measures durable writes with a temporary file, which it removes. */
const measured = Effect.fnUntraced(function*(folder: string) {
  const file = join(folder, "doctor.tmp")
  const took: Array<number> = []
  const failure = yield* Effect.acquireUseRelease(
    Effect.try({ try: () => openSync(file, "wx"), catch: String }),
    Effect.fnUntraced(function*(opened) {
      for (let index = 0; index < tries; index++) {
        const began = yield* Clock.clockWith((clock) => clock.monotonicTimeNanos)
        yield* Effect.try({
          try: () => {
            writeSync(opened, Buffer.alloc(bytes), 0, bytes, index * bytes)
            fdatasyncSync(opened)
          },
          catch: String
        })
        const ended = yield* Clock.clockWith((clock) => clock.monotonicTimeNanos)
        took.push(Number(ended - began) / 1_000_000)
      }
    }),
    (opened) =>
      Effect.sync(() => {
        closeSync(opened)
        rmSync(file, { force: true })
      })
  ).pipe(Effect.matchEager({ onFailure: (message) => message, onSuccess: () => undefined }))
  if (failure !== undefined) return { message: failure }
  const sorted = took.toSorted((one, other) => one - other)
  return { median: sorted[tries / 2]!, slowest: sorted.at(-1)! }
})

const isWritable = (path: string): boolean => {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

const diskOf = (path: string): Folder["disk"] => {
  try {
    const { bavail, blocks, bsize } = statfsSync(path)
    return { free: bavail * bsize, of: blocks * bsize }
  } catch {
    return undefined
  }
}

/** Whether users other than the owner have access. */
const isOpenToOthers = (path: string): boolean => ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0

export const folderOf = Effect.fnUntraced(function*(given: string, isMeasured: boolean) {
  const path = resolve(given)
  const isThere = existsSync(path)
  const folder: Folder = {
    path,
    isThere,
    isWritable: isThere && isWritable(path),
    readable: secrets.filter((name) => isOpenToOthers(path) && isOpenToOthers(join(path, name))),
    disk: isThere ? diskOf(path) : undefined,
    sync: isThere && isMeasured ? yield* measured(path) : undefined
  }
  return folder
})

/** A runner that is up answers sooner, unless its event loop is blocked. */
const patience = "3 seconds"

const isNobody = (error: HttpClientError.HttpClientError): boolean =>
  error.reason._tag === "TransportError" && /ECONNREFUSED|EADDRNOTAVAIL|ENOTFOUND/.test(codesOf(error.reason.cause))

/** A host name with IPv4 and IPv6 addresses has one error code for each. */
const codesOf = (cause: unknown): string => {
  const { cause: inner, code = "", errors = [] } = (cause ?? {}) as { readonly code?: string; readonly cause?: unknown; readonly errors?: ReadonlyArray<unknown> }
  return [code, ...errors.map(codesOf), ...(inner === undefined ? [] : [codesOf(inner)])].join(" ")
}

/** What answers a readiness request at a port. */
export const answerAt = (host: string, port: number): Effect.Effect<Answer> =>
  HttpClient.get(`http://${host.includes(":") ? `[${host}]` : host}:${port}/readyz`).pipe(
    Effect.flatMap((response) => Effect.map(response.json, (body): Answer => {
      const { ok, reasons } = (body ?? {}) as { readonly ok?: unknown; readonly reasons?: unknown }
      return typeof ok === "boolean" ? { is: "runner", ok, reasons: Array.isArray(reasons) ? reasons.map(String) : [] } : { is: "stranger" }
    })),
    Effect.catch((error) => Effect.succeed<Answer>(isNobody(error) ? { is: "nobody" } : { is: "stranger" })),
    Effect.timeoutOrElse({ duration: patience, orElse: () => Effect.succeed<Answer>({ is: "silent" }) }),
    Effect.provide(NodeHttpClient.layerUndici)
  )
