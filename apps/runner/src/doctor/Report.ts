/**
 * The report of the doctor: its findings, and what it checked.
 */
import * as Migrations from "../store/Migrations.ts"
import type { Facts } from "./Facts.ts"
import { type Finding, idOf, judge } from "./Findings.ts"
import * as Format from "./Format.ts"

export interface Report {
  readonly ok: boolean
  readonly database: string
  readonly findings: ReadonlyArray<Finding & { readonly id: string }>
  /** What was checked, as short texts by name, such as the size of the database. */
  readonly seen: Readonly<Record<string, string>>
}

const pages = (contents: Extract<Facts["store"], { is: "open" }>["contents"]): string =>
  contents.dialect === "postgres"
    ? "not checked: the server verifies its pages itself"
    : contents.damage === undefined
    ? "could not be read"
    : contents.damage.length > 0
    ? "damaged"
    : contents.isQuick
    ? "no damage; indexes were not compared with their tables"
    : "whole"

const schema = ({ dialect, schema: names }: Extract<Facts["store"], { is: "open" }>["contents"]): string => {
  if (names === undefined) return "could not be read"
  const open = Object.keys(Migrations.lacking(dialect, names)).length
  return open === 0 ? `${names.at(-1)}` : `${names.at(-1) ?? "none"}; ${Migrations.isTooOld(names) ? "too old for this release" : `the next start applies ${open} more`}`
}

const keys = { opens: "decrypts the stored secrets", refused: "does not decrypt the stored secrets", missing: "missing", "nothing sealed": "nothing is encrypted yet" } as const

const runner = ({ runner: { admin, isUp } }: Facts): string =>
  !isUp ? "no runner uses this data folder" : admin.is !== "runner" ? "is up, but does not answer" : admin.ok ? "is up, and ready" : "is up, but not ready"

const seenOf = (facts: Facts): Readonly<Record<string, string>> => {
  const { folder: { disk, sync }, store } = facts
  const around = {
    runner: runner(facts),
    ...(disk !== undefined && { disk: `${Format.size(disk.free)} of ${Format.size(disk.of)} free` }),
    ...(sync !== undefined && "median" in sync && { "keeps 8 kB in": `${sync.median.toFixed(1)} ms, at worst ${sync.slowest.toFixed(1)} ms` })
  }
  if (store.is !== "open" || store.beside === "log without its index") {
    return { database: store.is === "absent" ? "none yet" : "could not be read", ...around }
  }
  const { contents, size } = store
  const { nodes, now, work } = contents
  const sum = (rows: ReadonlyArray<{ readonly count: number }>) => rows.reduce((all, { count }) => all + count, 0)
  return {
    ...(size !== undefined && { size: `${Format.size(size.file)}, log ${Format.size(size.log)}` }),
    pages: pages(contents),
    migrations: schema(contents),
    key: contents.key === undefined ? "could not be checked" : keys[contents.key],
    ...(contents.dialect === "postgres" && nodes !== undefined && {
      nodes: nodes.length === 0 ? "none" : nodes.map(({ id, leasedUntil }) => `${id} ${leasedUntil > now ? "alive" : `silent for ${Format.age(now - leasedUntil)}`}`).join(", ")
    }),
    ...around,
    ...(work !== undefined && {
      work: `due ${sum(work.due)} deliveries and ${sum(work.intentsDue)} intents, dead ${sum(work.dead)}, Doubtful ${sum(work.doubtful)}` +
        `${work.orphans > 0 ? `; ${work.orphans} rows claimed by a process that ended are taken over by the next` : ""}`
    })
  }
}

export const report = (facts: Facts): Report => {
  const findings = judge(facts).map((finding) => ({ id: idOf(finding), ...finding }))
  return { ok: findings.length === 0, database: facts.store.place, findings, seen: seenOf(facts) }
}
