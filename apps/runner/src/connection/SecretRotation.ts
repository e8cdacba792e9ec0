/**
 * Changes the secrets of callers while the runner runs. For a while the earlier secret is accepted beside the new one, so no call is
 * refused. Every change is a line in the audit log, which contains no secret.
 */
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { ConnectedEntrance, ConnectedLink, Problem } from "../Composition.ts"
import { callerSecretWeakness } from "../SecretStrength.ts"
import type { Database, DatabaseFailed } from "../store/Database.ts"
import * as History from "../store/History.ts"
import type { Vault, VaultRefused } from "../store/Vault.ts"
import type { Connections } from "./Connections.ts"
import * as RotatedSecretRows from "./RotatedSecretRows.ts"

/** The key of the history that lists changes of secrets. */
export const audit = { scope: "runner", entity: "secrets" } as const

/** The longest time for which two secrets are accepted. */
export const longestOverlap = 90 * 86_400_000

/** Which caller: a link, and the protocol of one of its callers. Without a protocol: its first. */
export interface Named {
  readonly scope: string
  readonly protocol?: string | undefined
  /** Who changes it, for the audit log. */
  readonly who: string
}

export interface Change extends Named {
  readonly secretKey: Redacted.Redacted
  /** For how many milliseconds the earlier secret is accepted. 0: it ends at once. */
  readonly overlap: number
}

/** The secrets of a caller after a change. Times are milliseconds since 1970. */
export interface Changed {
  readonly protocol: string
  readonly id: string
  readonly links: ReadonlyArray<string>
  readonly startedAt: number
  readonly endsAt: number
  /** When the earlier secret would have ended without the change. Absent: there was none. */
  readonly endedOtherwise?: number
  /** The composition still has a secret that was replaced. */
  readonly isDeclared: boolean
}

interface Services<E> {
  readonly db: Database["Service"]
  readonly vault: Vault["Service"]
  readonly connections: Connections["Service"]
  /** Stores in one transaction that also tells the other nodes. */
  readonly storing: <A>(work: Effect.Effect<A, DatabaseFailed | E>) => Effect.Effect<A, DatabaseFailed | E>
  readonly refused: (...problems: ReadonlyArray<Problem>) => Effect.Effect<never, E>
}

const isSame = (one: Pick<ConnectedEntrance, "protocol" | "id">, other: Pick<ConnectedEntrance, "protocol" | "id">) => one.protocol === other.protocol && one.id === other.id

const iso = (millis: number): string => DateTime.formatIso(DateTime.makeUnsafe(millis))

export const make = <E>({ connections, db, refused, storing, vault }: Services<E>) => {
  let rows: ReadonlyMap<string, RotatedSecretRows.Rotated> = new Map()

  /** Gives every link the secrets that are in use. */
  const putInForce = Effect.suspend(() =>
    Effect.forEach(connections.links, (link) => {
      const changed = RotatedSecretRows.linkWith(rows, link)
      return changed === link ? Effect.void : connections.putLink(changed)
    }, { discard: true }))

  const learn: Effect.Effect<void, DatabaseFailed | VaultRefused> = Effect.flatMap(RotatedSecretRows.read(db.query, vault), (found) => {
    rows = found
    return putInForce
  })

  const entranceOf = Effect.fnUntraced(function*({ protocol, scope }: Named) {
    const link = connections.linkOf(scope)
    if (link === undefined) return yield* refused({ path: "/scope", message: `there is no link ${JSON.stringify(scope)}; existing links: ${connections.links.map((one) => one.scope).join(", ") || "none"}` })
    const found = protocol === undefined ? link.entrances[0] : link.entrances.find((entrance) => entrance.protocol === protocol)
    return found ?? (yield* refused({ path: "/protocol", message: `no caller of this link speaks ${JSON.stringify(protocol)}; it has ${link.entrances.map((entrance) => entrance.protocol).join(", ")}` }))
  })

  const linksOf = (entrance: ConnectedEntrance): ReadonlyArray<ConnectedLink> =>
    connections.links.filter(({ entrances }) => entrances.some((one) => isSame(one, entrance)))

  const told = (entrance: ConnectedEntrance, { endsAt, startedAt }: RotatedSecretRows.Rotated, endedOtherwise?: number): Changed => {
    const links = linksOf(entrance).map(({ scope }) => scope)
    return { protocol: entrance.protocol, id: entrance.id, links, startedAt, endsAt, ...(endedOtherwise !== undefined && { endedOtherwise }), isDeclared: links.some(connections.isDeclaredLink) }
  }

  const store = Effect.fnUntraced(function*(row: RotatedSecretRows.Rotated, who: string, detail: string) {
    yield* storing(Effect.gen(function*() {
      const before = rows.get(row.owner)
      const now = yield* db.one("select started_at, ends_at from rotated_secret where owner = $1", [row.owner])
      if (Number(now?.started_at ?? 0) !== (before?.startedAt ?? 0) || Number(now?.ends_at ?? 0) !== (before?.endsAt ?? 0)) {
        return yield* refused({ path: "/scope", message: "somebody else changes the secrets of this caller at this moment; look at them and repeat" })
      }
      yield* RotatedSecretRows.write(db, vault, row)
      // What is known of the use of the earlier secret is about the one before.
      yield* db.query("delete from secret_use where owner = $1", [row.owner])
      yield* History.record(db, vault, { ...audit, isApart: true, who, what: "decided", detail })
    }))
    rows = new Map([...rows, [row.owner, row]])
    yield* putInForce
    yield* Effect.logInfo(detail).pipe(Effect.annotateLogs({ who }))
  })

  return {
    learn,
    linkWith: (link: ConnectedLink) => RotatedSecretRows.linkWith(rows, link),
    writtenWith: <L extends Parameters<typeof RotatedSecretRows.writtenWith>[1]>(written: L): L => RotatedSecretRows.writtenWith(rows, written),
    /** Forgets the secrets of callers that have no link any more, in the transaction that removes links. */
    forget: (scopes: ReadonlyArray<string>) => {
      const gone = connections.links.filter(({ scope }) => scopes.includes(scope)).flatMap(({ entrances }) => entrances)
        .filter((entrance) => linksOf(entrance).every(({ scope }) => scopes.includes(scope)))
      return Effect.forEach(gone, (entrance) =>
        Effect.andThen(
          db.query("delete from rotated_secret where owner = $1", [RotatedSecretRows.ownerOf(entrance)]),
          db.query("delete from secret_use where owner = $1", [RotatedSecretRows.ownerOf(entrance)])
        ), { discard: true })
    },
    change: Effect.fnUntraced(function*(asked: Change) {
      // Another node may have changed it a moment ago.
      yield* learn
      const { overlap, secretKey, who } = asked
      const entrance = yield* entranceOf(asked)
      const before = Redacted.value(entrance.secretKey)
      const present = Redacted.value(secretKey)
      const now = yield* Clock.currentTimeMillis
      const weakness = callerSecretWeakness(present)
      if (weakness !== undefined) return yield* refused({ path: "/secretKey", message: `the secret ${weakness}` })
      if (before === present) return yield* refused({ path: "/secretKey", message: "the caller has this secret already; give the new one" })
      if (!(overlap >= 0 && overlap <= longestOverlap)) return yield* refused({ path: "/overlap", message: "the value must be a time of at most 90 days" })
      const { earlierSecret } = entrance
      if (earlierSecret !== undefined && earlierSecret.until > now) {
        const instead = `two secrets are accepted until ${iso(earlierSecret.until)}, and a third would end the earlier one now; wait until then, or end it with \`crossdock links end-secret ${asked.scope}\``
        return yield* refused({ path: "/scope", message: instead })
      }
      const owner = RotatedSecretRows.ownerOf(entrance)
      const row = RotatedSecretRows.changed(rows.get(owner), { owner, before, present, startedAt: now, endsAt: now + overlap })
      yield* store(row, who, `the secret of ${entrance.protocol} ${entrance.id} was changed; the earlier one ends at ${iso(row.endsAt)}`)
      return told(entrance, row)
    }),
    end: Effect.fnUntraced(function*(asked: Named) {
      yield* learn
      const entrance = yield* entranceOf(asked)
      const now = yield* Clock.currentTimeMillis
      const row = rows.get(RotatedSecretRows.ownerOf(entrance))
      if (!RotatedSecretRows.isOf(row, Redacted.value(entrance.secretKey))) {
        return yield* refused({ path: "/scope", message: entrance.earlierSecret === undefined
          ? "its caller has one secret; change it with `crossdock links rotate`"
          : "its earlier secret is in the composition file; remove it there and restart the runner" })
      }
      if (row.endsAt <= now) return yield* refused({ path: "/scope", message: `the earlier secret has ended at ${iso(row.endsAt)}` })
      const ended = { ...row, endsAt: now }
      yield* store(ended, asked.who, `the earlier secret of ${entrance.protocol} ${entrance.id} was ended before its time`)
      return told(entrance, ended, row.endsAt)
    })
  }
}
