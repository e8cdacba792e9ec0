/**
 * Helpers that the handlers share: rows as response members, failures as API errors, pages and cursors.
 */
import type { AdapterError } from "@crossdock/core"
import { AdapterError as Adapter } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import type { ConnectedLink } from "../Composition.ts"
import type { Connections } from "../connection/Connections.ts"
import type { DatabaseFailed } from "../store/Database.ts"
import type { VaultRefused } from "../store/Vault.ts"
import { Conflict, Invalid, NotFound, PeerFailed, Unavailable } from "@crossdock/admin-api"

export { type Condition, likePart, type Where, where } from "../store/Conditions.ts"

export const defaultLimit = 50

/** A database time in milliseconds as an instant. */
export const instant = (millis: number): DateTime.Utc => DateTime.makeUnsafe(Number(millis))

type Member<Name extends string, A> = { readonly [K in Name]?: NoInfer<A> }

/** An object with the member, or an empty one if the column is null. */
export const member: {
  <const Name extends string, A>(name: Name, value: A | null | undefined): Member<Name, A>
  <const Name extends string, A, B>(name: Name, value: A | null | undefined, map: (value: A) => B): Member<Name, B>
} = <Name extends string, A>(name: Name, value: A | null | undefined, map: (value: A) => unknown = identity) =>
  value === null || value === undefined ? {} : { [name]: map(value) } as { readonly [K in Name]: unknown }

const unavailable = new Unavailable({
  code: "DATABASE_UNAVAILABLE",
  message: "the database did not answer; nothing was changed; try again"
})

/** Maps failures of the database and of decryption to API errors. */
export const stored = <A, E, R>(work: Effect.Effect<A, E | DatabaseFailed | VaultRefused, R>) =>
  Effect.catchTags(work as Effect.Effect<A, DatabaseFailed | VaultRefused, R>, {
    DatabaseFailed: () => Effect.fail(unavailable),
    VaultRefused: (error) => Effect.fail(new Unavailable({ code: "SEALED_OTHERWISE", message: error.message }))
  }) as Effect.Effect<A, Exclude<E, DatabaseFailed | VaultRefused> | Unavailable, R>

export const notFound = (what: string, id: string, hint: string) =>
  new NotFound({ code: "NOT_FOUND", message: `there is no ${what} ${JSON.stringify(id)}; ${hint}` })

export const conflict = (code: string, message: string) => new Conflict({ code, message })

/** A place in a request as a JSON pointer, such as `/query/limit`. */
export const pointer = (part: string, path: ReadonlyArray<PropertyKey>): string =>
  [part, ...path].map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")

export const invalid = (path: string, message: string) => new Invalid({ code: "REQUEST_INVALID", message, path })

export const peerFailed = (error: AdapterError.AdapterError) =>
  new PeerFailed({ code: error.reason._tag, message: `${error.operation}: ${Adapter.describe(error.reason)}` })

/** The link with this scope or id, among those that are given. Without a text: the only link there is, or an error. */
export const linkNamed = (
  connections: Pick<Connections["Service"], "links">,
  text: string | undefined
): Effect.Effect<ConnectedLink, NotFound | Invalid> => {
  const { links } = connections
  const named = links.map(({ scope }) => scope).join(", ") || "none"
  if (text === undefined) {
    const [only] = links
    return only !== undefined && links.length === 1
      ? Effect.succeed(only)
      : Effect.fail(invalid("/link", `choose a link: ${named}`))
  }
  const found = links.filter((link) => link.scope === text || link.id === text)
  const [first] = found
  if (first === undefined) return Effect.fail(notFound("link", text, `existing links: ${named}`))
  return found.length === 1
    ? Effect.succeed(first)
    : Effect.fail(invalid("/link", `${JSON.stringify(text)} is the id of several links; write the scope of one of ${named}`))
}

export const connectionNamed = (connections: Pick<Connections["Service"], "all" | "get">, id: string) => {
  const connection = connections.get(id)
  return connection === undefined
    ? Effect.fail(notFound("connection", id, `existing connections: ${connections.all.map((one) => one.id).join(", ")}`))
    : Effect.succeed(connection)
}

export type Cursor = ReadonlyArray<string | number>

export const toCursor = (values: Cursor): string => Buffer.from(JSON.stringify(values)).toString("base64url")

/** Decodes what `toCursor` encoded. The result has the length and the types of the sample. */
export const fromCursor = <const C extends Cursor>(
  text: string | undefined,
  beforeAll: C
): Effect.Effect<{ readonly [K in keyof C]: C[K] extends number ? number : string }, Invalid> =>
  Effect.suspend(() => {
    if (text === undefined) return Effect.succeed(beforeAll as never)
    const read = readJson(Buffer.from(text, "base64url").toString("utf8"))
    const fits = Array.isArray(read) && read.length === beforeAll.length &&
      beforeAll.every((sample, at) => typeof read[at] === typeof sample)
    return fits ? Effect.succeed(read as never) : Effect.fail(invalid("/query/after", "write the `next` value of the previous page unchanged"))
  })

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A page of rows; the query must read one row more than `limit`. */
export const pageOf = <Row, Item>(
  rows: ReadonlyArray<Row>,
  limit: number,
  toItem: (row: Row) => Item,
  cursorOf: (row: Row) => Cursor
): { readonly items: ReadonlyArray<Item>; readonly next?: string } => {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    items: shown.map(toItem),
    ...(rows.length > limit && last !== undefined && { next: toCursor(cursorOf(last)) })
  }
}
