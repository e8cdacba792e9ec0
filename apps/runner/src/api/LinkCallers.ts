/**
 * Who calls the runner, with what is known of the secrets of each, and how often it was refused in the last day. No secret is decrypted.
 */
import type { LinkCaller } from "@crossdock/admin-api"
import * as Effect from "effect/Effect"
import type { ConnectedEntrance } from "../Composition.ts"
import type { Connections } from "../connection/Connections.ts"
import * as RotatedSecretRows from "../connection/RotatedSecretRows.ts"
import type { Database, Row } from "../store/Database.ts"
import { instant, member } from "./Responses.ts"

const minute = 60_000
const day = 24 * 60

/** Codes of refusals that are about the signature, in each protocol. */
const ofSignatures = new Set(["SIGNATURE_INVALID", "AUTH_001"])

const use = (name: "earlierUsed" | "endedUsed", at: unknown, by: unknown) =>
  at === null || at === undefined ? {} : { [name]: { at: instant(Number(at)), by: String(by) } }

interface Owner {
  readonly protocol: string
  readonly id: string
  readonly earlierSecret?: ConnectedEntrance["earlierSecret"] | undefined
  readonly links: Array<string>
}

interface Sums {
  calls: number
  refused: number
  signatures: number
}

const counted = (rows: ReadonlyArray<Row>): ReadonlyMap<string, Sums> => {
  const found = new Map<string, Sums>()
  for (const { calls, code, scope } of rows) {
    const sums = found.get(String(scope)) ?? { calls: 0, refused: 0, signatures: 0 }
    sums.calls += Number(calls)
    if (code !== "OK") sums.refused += Number(calls)
    if (ofSignatures.has(String(code))) sums.signatures += Number(calls)
    found.set(String(scope), sums)
  }
  return found
}

export const list = Effect.fnUntraced(function*(db: Database["Service"], connections: Connections["Service"], now: number) {
  const rotated = new Map((yield* db.query("select owner, started_at, ends_at from rotated_secret")).map((row) => [String(row.owner), row]))
  const uses = new Map((yield* db.query("select owner, used_at, used_by, ended_used_at, ended_used_by from secret_use")).map((row) => [String(row.owner), row]))
  const counts = counted(yield* db.query(
    "select scope, code, sum(calls) as calls from call_count where minute >= $1 and direction = 'in' group by scope, code",
    [Math.ceil(now / minute) - day]
  ))
  const callers = new Map<string, Owner>()
  for (const link of connections.links) {
    for (const entrance of link.entrances) {
      const owner = RotatedSecretRows.ownerOf(entrance)
      const caller: Owner = callers.get(owner) ?? { ...entrance, links: [] }
      if (!caller.links.includes(link.scope)) caller.links.push(link.scope)
      callers.set(owner, caller)
    }
  }
  for (const { accessId, earlierSecret, scope } of connections.receivers) {
    const owner = RotatedSecretRows.senderOf(accessId)
    const caller: Owner = callers.get(owner) ?? { protocol: "receiver", id: accessId, earlierSecret, links: [] }
    caller.links.push(scope)
    callers.set(owner, caller)
  }
  return [...callers].map(([owner, { earlierSecret, id, links, protocol }]): LinkCaller => {
    const [row, used] = [rotated.get(owner), uses.get(owner)]
    const sums = links.map((scope) => counts.get(scope) ?? { calls: 0, refused: 0, signatures: 0 })
    const sum = (name: keyof Sums) => sums.reduce((total, each) => total + each[name], 0)
    return {
      protocol,
      id,
      links,
      isDeclared: protocol === "receiver" || links.some(connections.isDeclaredLink),
      ...member("changedAt", row?.started_at as number | undefined, instant),
      ...member("earlierUntil", (row?.ends_at as number | undefined) ?? earlierSecret?.until, instant),
      ...use("earlierUsed", used?.used_at, used?.used_by),
      ...use("endedUsed", used?.ended_used_at, used?.ended_used_by),
      calls: sum("calls"),
      refused: sum("refused"),
      signatures: sum("signatures")
    }
  })
})
