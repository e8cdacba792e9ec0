/** The requirements of docs/spec, by id. */
import { readFileSync } from "node:fs"

export interface Requirement {
  readonly id: string
  readonly section: string
  readonly role: string
  readonly statement: string
  readonly retired?: boolean
}

export const folder = new URL("../../../../docs/spec/", import.meta.url)

export const requirements: ReadonlyArray<Requirement> = JSON.parse(readFileSync(new URL("requirements.json", folder), "utf8"))

const byId = new Map(requirements.map((one) => [one.id, one]))

export const statementOf = (id: string): string => {
  const found = byId.get(id)
  if (found === undefined) throw new Error(`there is no requirement ${id}`)
  return found.statement
}
