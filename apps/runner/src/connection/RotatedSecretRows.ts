/**
 * The stored secrets that replaced those of the composition, or of a link that was added: the present one and the one before it, which
 * is accepted until it ends. A row knows which secrets it replaced. So a composition that still has one of them is taken for an older
 * state, and one with any other secret takes precedence over the row.
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { createHash } from "node:crypto"
import type { ConnectedEntrance, ConnectedLink } from "../Composition.ts"
import type { Database } from "../store/Database.ts"
import type { Vault } from "../store/Vault.ts"

export interface Rotated {
  readonly owner: string
  readonly present: string
  readonly earlier: string
  /** SHA-256 of all secrets that this one and those before it replaced. */
  readonly replaced: ReadonlyArray<string>
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly endsAt: number
}

/** The owner of the secret of a caller. All links of an id have the same. */
export const ownerOf = ({ id, protocol }: Pick<ConnectedEntrance, "id" | "protocol">): string => `caller ${protocol} ${id}`

/** The owner of the secret of a sender that receivers declare. */
export const senderOf = (accessId: string): string => `sender ${accessId}`

export const placeOf = (owner: string): string => `rotated secret ${owner}`

const digestOf = (secret: string): string => createHash("sha256").update(secret).digest("hex")

type Sealed = Pick<Rotated, "earlier" | "present" | "replaced">

export const read = Effect.fnUntraced(function*(query: Database["Service"]["query"], vault: Vault["Service"]) {
  const found = new Map<string, Rotated>()
  for (const row of yield* query("select owner, secrets_sealed, started_at, ends_at from rotated_secret order by owner")) {
    const owner = String(row.owner)
    const { earlier, present, replaced } = JSON.parse(yield* vault.open(placeOf(owner), String(row.secrets_sealed))) as Sealed
    found.set(owner, { owner, present, earlier, replaced, startedAt: Number(row.started_at), endsAt: Number(row.ends_at) })
  }
  return found
})

export const write = (db: Database["Service"], vault: Vault["Service"], { earlier, endsAt, owner, present, replaced, startedAt }: Rotated) =>
  db.query(
    `insert into rotated_secret (owner, secrets_sealed, started_at, ends_at) values ($1, $2, $3, $4)
     on conflict (owner) do update set secrets_sealed = $2, started_at = $3, ends_at = $4`,
    [owner, vault.seal(placeOf(owner), JSON.stringify({ present, earlier, replaced } satisfies Sealed)), startedAt, endsAt]
  )

/** The row after a change of the secret `before`. */
export const changed = (
  row: Rotated | undefined,
  { before, endsAt, owner, present, startedAt }: Omit<Rotated, "earlier" | "replaced"> & { readonly before: string }
): Rotated => ({
  owner,
  present,
  earlier: before,
  // A secret that comes back is not replaced any more.
  replaced: [...new Set([...row?.replaced ?? [], digestOf(before)])].filter((digest) => digest !== digestOf(present)),
  startedAt,
  endsAt
})

/** Whether a row is about this secret, because it is the present one or was replaced by it. */
export const isOf = (row: Rotated | undefined, secret: string): row is Rotated =>
  row !== undefined && (row.present === secret || row.replaced.includes(digestOf(secret)))

const entranceWith = (rows: ReadonlyMap<string, Rotated>, entrance: ConnectedEntrance): ConnectedEntrance => {
  const row = rows.get(ownerOf(entrance))
  if (!isOf(row, Redacted.value(entrance.secretKey))) return entrance
  return {
    ...entrance,
    secretKey: Redacted.make(row.present, { label: "secret" }),
    earlierSecret: { secretKey: Redacted.make(row.earlier, { label: "secret" }), until: row.endsAt }
  }
}

/** A link with the secrets that are in use. */
export const linkWith = (rows: ReadonlyMap<string, Rotated>, link: ConnectedLink): ConnectedLink =>
  link.entrances.some((entrance) => rows.has(ownerOf(entrance)))
    ? { ...link, entrances: link.entrances.map((entrance) => entranceWith(rows, entrance)) }
    : link

interface WrittenEntrance {
  readonly protocol: string
  readonly id: string
  readonly secretKey: unknown
}

const writtenEntrance = <E extends WrittenEntrance>(rows: ReadonlyMap<string, Rotated>, written: E): E => {
  const row = rows.get(ownerOf(written))
  return typeof written.secretKey === "string" && isOf(row, written.secretKey) ? { ...written, secretKey: row.present } : written
}

/** A link as it was stored, with the secrets that are in use. */
export const writtenWith = <L extends WrittenEntrance & { readonly furtherCallers?: ReadonlyArray<WrittenEntrance> }>(rows: ReadonlyMap<string, Rotated>, written: L): L => ({
  ...writtenEntrance(rows, written),
  ...(written.furtherCallers !== undefined && { furtherCallers: written.furtherCallers.map((entrance) => writtenEntrance(rows, entrance)) })
})
