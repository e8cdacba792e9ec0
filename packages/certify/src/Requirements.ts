/**
 * The requirements of the four documents, and the one that declares a member of a message.
 */
import statements from "./requirements.json" with { type: "json" }
import type { Source } from "./Speaker.ts"

/** A member of a message: where it stands, and how the message tables name the record around it. */
export interface Place {
  readonly source: Source
  readonly method: string
  readonly side: "request" | "answer"
  /** The names of the members from the message to this one. */
  readonly names: ReadonlyArray<string>
  /** The record that declares it. */
  readonly table: string
}

/** The names of records in the requirements that differ from those of the message tables. */
const records: Readonly<Record<string, string>> = {
  SkuInventory: "inventoryV2",
  "inventory record": "inventoryV1",
  "inventory log record": "log",
  "storage-location record": "location",
  SkuInventoryDetail: "batchInventory",
  "marketplace record": "sbs",
  "assembly order": "assembly",
  "transfer order": "transfer",
  "split order": "split",
  "created Asn": "Asn",
  pushOrder: "order"
}

/** A method whose answer has the members of another one. */
const answeredAs: Readonly<Record<string, string>> = { refreshToken: "getToken" }

interface Statement {
  readonly id: string
  readonly source: string
  /** The words before the member. */
  readonly before: string
  /** The member with the records around it. */
  readonly path: ReadonlyArray<string>
  readonly declares: boolean
}

const declarations: ReadonlyArray<Statement> = Object.entries(statements).flatMap(([id, statement]) => {
  const quoted = /`([^`]+)`/.exec(statement)?.[1]
  if (quoted === undefined) return []
  const before = statement.slice(0, statement.indexOf("`"))
  const declares = /required|optional/.test(statement) || before.endsWith("answers ")
  return [{ id, source: id.split("-")[0]!, before, path: quoted.replaceAll("[]", "").split("."), declares }]
})

const isOfSide = (before: string, side: Place["side"]): boolean => (side === "request" ? !/(answers|response)/.test(before) : !/request/.test(before))

/** How well a statement declares a member: 0 if it does not. */
const fit = ({ before, declares, path }: Statement, { method, names, side, table }: Place): number => {
  if (!declares || path.at(-1) !== names.at(-1) || !isOfSide(before, side)) return 0
  const record = path.at(-2)
  const isOfRecord = record !== undefined && (record === table || record === records[table] || (names.length > 1 && record === names.at(-2)))
  const isOfMethod = before.startsWith(method) || before.startsWith(answeredAs[method] ?? method) || path[0] === method
  const isCommon = path[0] === "response" && names.length === 1
  return (isOfRecord ? 2 : 0) + (isOfMethod ? 1 + (before.startsWith(method) ? 1 : 0) : 0) + (isCommon ? 1 : 0)
}

/** The id of the requirement that declares a member; undefined if none does so by its name. */
export const declaring = (place: Place): string | undefined => {
  let best: readonly [score: number, id: string] | undefined
  for (const statement of declarations) {
    const score = statement.source === place.source ? fit(statement, place) : 0
    if (score > (best?.[0] ?? 0)) best = [score, statement.id]
  }
  return best?.[1]
}
