/** The copy of the requirements, and the citations of laws. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { type Table } from "@crossdock/protocols/wire"
import { readFileSync, writeFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import * as Requirements from "../src/Requirements.ts"
import type { Speaker } from "../src/Speaker.ts"
import * as Speakers from "../src/speakers/Speakers.ts"
import { protocols } from "../src/Target.ts"

const copy = new URL("../src/requirements.json", import.meta.url)

interface Requirement {
  readonly id: string
  readonly statement: string
}

const fresh = (): string => {
  const all = JSON.parse(readFileSync(new URL("../../../docs/spec/requirements.json", import.meta.url), "utf8")) as ReadonlyArray<Requirement>
  return `${JSON.stringify(Object.fromEntries(all.filter(({ id }) => !id.startsWith("X-")).map(({ id, statement }) => [id, statement])), null, 0)}\n`
}

const speakerOf = (protocol: (typeof protocols)[number]) =>
  Effect.runSync(Speakers.make({ protocol, address: new URL("https://peer.test/"), id: "a", secret: Redacted.make("b"), timeZone: "UTC+8", facts: {} }))

/** The required members of a message, by the requirement that declares them. */
const citedIn = ({ source }: Speaker, method: string, side: "request" | "answer", table: Table.Table, above: ReadonlyArray<string> = []): ReadonlyArray<string | undefined> =>
  table.members.flatMap(({ name, need, type }) => {
    const names = [...above, name]
    const own = need === "required" ? [Requirements.declaring({ source, method, side, names, table: table.name })] : []
    const of = (type as Table.Type).kind === "list" ? (type as Table.ListType).of as Table.Type : type as Table.Type
    return of.kind === "object" ? [...own, ...citedIn({ source } as Speaker, method, side, of.table as Table.Table, names)] : own
  })

describe("the requirements", () => {
  it("are those of the project; renew the copy with UPDATE_DOCS=1", () => {
    if (process.env["UPDATE_DOCS"] === "1") writeFileSync(copy, fresh())
    expect(JSON.parse(readFileSync(copy, "utf8"))).toEqual(JSON.parse(fresh()))
  })

  it("declare nine of ten required members by their name", () => {
    const cited = protocols.map(speakerOf).flatMap((speaker) =>
      speaker.methods.flatMap(({ answer, method, request }) => [...citedIn(speaker, method, "request", request), ...citedIn(speaker, method, "answer", answer)]))
    expect(cited.filter((id) => id !== undefined).length / cited.length).toBeGreaterThan(0.9)
  })

  it("are cited for the member of the right record", () => {
    const of = (source: "D1" | "E", method: string, table: string, ...names: ReadonlyArray<string>) => Requirements.declaring({ source, method, side: "answer", table, names })
    expect(of("D1", "warehouses", "warehouse", "warehouseList", "warehouseCode")).toBe("D1-031")
    expect(of("D1", "channels", "channel", "channelList", "channelName")).toBe("D1-036")
    expect(of("E", "QUERY_INVENTORY_LOG_LIST", "inventory log record", "result", "operator")).toBe("E-205")
  })
})
