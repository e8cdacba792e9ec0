/**
 * What a person is told of a finding beside its text: what it is about, what ends it, and where. The table of findings decides it.
 */
import type { FindingKind as FindingKindRow } from "@crossdock/admin-api"
import * as Commands from "../doctor/Commands.ts"
import { type About, all, type Ends, type Operation } from "../doctor/FindingKinds.ts"

/** What a code says. A database may have findings of another release. */
export const titleOf = (code: string): string => all[code]?.title ?? code

const unknown: Ends = { by: "shell" }

/** What a stored finding is about: its place begins with the kind of it. */
export const subjectOf = (where: string): { readonly kind: "connection" | "link" | "caller" | "other"; readonly id: string } => {
  const [, kind, id] = /^(connection|link|caller) (.+)$/s.exec(where) ?? []
  return kind === "connection" || kind === "link" || kind === "caller" ? { kind, id: id ?? where } : { kind: "other", id: where }
}

export interface Remedy {
  readonly by: Ends["by"]
  readonly operation?: Operation
  readonly text: string
  readonly commands: ReadonlyArray<string>
  readonly page?: string
}

/** What ends a finding that lasts: its text, the commands in it, and the page of the console. */
export const remedyOf = ({ code, next, where }: { readonly code: string; readonly next: string; readonly where: string }): Remedy => {
  const commands = Commands.of(next)
  const about: About = {
    id: subjectOf(where).id,
    commands,
    option: (name) => commands.map((command) => Commands.optionOf(command, name)).find((value) => value !== undefined),
    argument: (words) => commands.map((command) => Commands.argumentOf(command, words)).find((value) => value !== undefined)
  }
  const ends = all[code]?.ends ?? unknown
  const { by, operation, page } = typeof ends === "function" ? ends(about) : ends
  return { by, ...(operation !== undefined && { operation }), text: next, commands, ...(page !== undefined && { page: page(about) }) }
}

/** Every kind of which a person may read, by its code. */
export const listed: ReadonlyArray<FindingKindRow> = Object.entries(all).flatMap(([code, { ending, ends, foundBy, title }]): ReadonlyArray<FindingKindRow> => {
  if (foundBy === "test") return []
  const { by, operation } = typeof ends === "function" ? ends({ id: "", commands: [], option: () => undefined, argument: () => undefined }) : ends
  return [{ code, title, ending, foundBy, by, ...(operation !== undefined && { operation }) }]
})
