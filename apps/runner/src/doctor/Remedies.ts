/**
 * Commands and settings that findings tell a person to type, with the names that they need.
 */
import * as Commands from "./Commands.ts"
import type { ConnectionSecrets, MissingName } from "./RemedyFacts.ts"
import * as ShellWord from "../ShellWord.ts"

/** Commands in one remedy; more names of the same kind need the same command. */
const mostCommands = 3

/** How to write the missing rows of the mapping of a connection. */
export const ofMissingNames = (connection: string, names: ReadonlyArray<MissingName> = []): string => {
  const missing = names.filter((one) => one.connection === connection)
  const rows = missing.slice(0, mostCommands).map(({ kind, name, scope }) => Commands.inText(`crossdock maps set ${kind} ${ShellWord.quoted(name)} '<its name at the peer>' --link ${scope}`))
  return rows.length === 0
    ? `add the missing mapping rows: \`crossdock maps unmatched\` lists the names, ${Commands.inText(`crossdock intents ls --connection ${connection}`)} the orders`
    : `write the missing ${rows.length === 1 ? "row" : "rows"}: ${rows.join("; ")}${missing.length > rows.length ? `; and ${missing.length - rows.length} more` : ""}. \`crossdock maps unmatched\` lists the names with similar ones of the peer; the orders go on by themselves`
}

/** What to type if a peer refuses the credential of a connection. */
const ofCredential = (connection: string, all: ReadonlyArray<ConnectionSecrets> = []): string | undefined => {
  const found = all.find(({ id }) => id === connection)
  if (found === undefined || found.names.length === 0) return undefined
  const named = found.names.join(" or ")
  return found.isDeclared
    ? `change ${named} of ${connection} in the composition file and restart the runner`
    : `run ${Commands.inText(`crossdock connections rotate ${connection} ${found.names[0]}=@new-secret --test`)}${found.names.length > 1 ? ` (its secrets are ${found.names.join(", ")})` : ""}`
}

/** Whether words of a peer are about a credential: the status of HTTP, or the usual words. */
const isAboutCredential = (words: string): boolean => /\b40[13]\b|unauthori[sz]ed|authenticat|forbidden|revoked|credential|signature|\btoken\b|\bsign\b|\bkey\b|password/i.test(words)

/** The credential to change, if that is what a peer complains of; otherwise nothing. */
export const ifRefused = (connection: string, because: string | undefined, all?: ReadonlyArray<ConnectionSecrets>): string => {
  const remedy = because !== undefined && isAboutCredential(because) ? ofCredential(connection, all) : undefined
  return remedy === undefined ? "" : `; if its credential is refused, ${remedy}`
}
