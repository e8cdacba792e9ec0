/**
 * Reads which callers have a second secret, and who used it last. No secret is decrypted.
 */
import * as Effect from "effect/Effect"
import type { Composed } from "../Composition.ts"
import * as RotatedSecretRows from "../connection/RotatedSecretRows.ts"
import type { Row } from "../store/Database.ts"
import type { Reader } from "../store/ReadOnlyDatabase.ts"
import type { RotatedSecret } from "./Facts.ts"

/** The migration that made the tables. */
export const migration = "0068_rotated_secrets"

const use = (at: unknown, by: unknown): RotatedSecret["used"] => at === null || at === undefined ? undefined : { at: Number(at), by: String(by) }

interface Owner {
  readonly protocol: string
  readonly id: string
  readonly link: string | undefined
  /** When the earlier secret of the composition ends. */
  readonly until: number | undefined
}

const ownersOf = ({ links, receivers }: Composed): ReadonlyMap<string, Owner> =>
  new Map<string, Owner>([
    ...receivers.map(({ accessId, earlierSecret }) => [RotatedSecretRows.senderOf(accessId), { protocol: "receiver", id: accessId, link: undefined, until: earlierSecret?.until }] as const),
    ...links.flatMap(({ entrances, scope }) =>
      entrances.map((entrance) => [RotatedSecretRows.ownerOf(entrance), { protocol: entrance.protocol, id: entrance.id, link: scope, until: entrance.earlierSecret?.until }] as const))
  ])

/** An owner whose link was added while the runner ran, by the name of its row: `caller <protocol> <id>`. */
const named = (owner: string): Owner | undefined => {
  const [, protocol, id] = /^caller (\S+) ([^]+)$/.exec(owner) ?? []
  return protocol === undefined || id === undefined ? undefined : { protocol, id, link: undefined, until: undefined }
}

export const read = Effect.fnUntraced(function*(query: Reader["query"], composed: Composed) {
  const owners = ownersOf(composed)
  const uses = new Map((yield* query("select owner, used_at, used_by, ended_used_at, ended_used_by from secret_use")).map((row) => [String(row.owner), row]))
  const rotated = new Map((yield* query("select owner, started_at, ends_at from rotated_secret")).map((row) => [String(row.owner), row]))
  return [...new Set([...owners.keys(), ...rotated.keys()])].flatMap((owner): ReadonlyArray<RotatedSecret> => {
    const known = owners.get(owner) ?? named(owner)
    const row: Row | undefined = rotated.get(owner)
    const endsAt = row === undefined ? known?.until : Number(row.ends_at)
    if (known === undefined || endsAt === undefined) return []
    const used = uses.get(owner)
    const { id, link, protocol } = known
    return [{
      protocol, id, link, endsAt,
      startedAt: row === undefined ? undefined : Number(row.started_at),
      used: use(used?.used_at, used?.used_by),
      endedUsed: use(used?.ended_used_at, used?.ended_used_by)
    }]
  })
})
