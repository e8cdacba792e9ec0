/**
 * Checks the protocols of a composition, and reads the credentials of a caller by the schema of his protocol.
 */
import type { AnyProtocol } from "@crossdock/config"
import type { ServedProtocol } from "@crossdock/protocols/kit"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import * as SchemaIssue from "effect/SchemaIssue"
import * as DefaultProtocols from "../DefaultProtocols.ts"
import * as PathTemplates from "../http/PathTemplates.ts"
import { type Checker, type Problem, resolved } from "./Checker.ts"
import * as LinkedContracts from "./LinkedContracts.ts"

/** Protocols by their name. */
export type Protocols = ReadonlyMap<string, ServedProtocol.Any>

const byName = (protocols: ReadonlyArray<ServedProtocol.Any>): Protocols => new Map(protocols.map((protocol) => [protocol.name, protocol]))

export const defaults: Protocols = byName(DefaultProtocols.all)

/** The members of a link that every protocol has. A credential of the same name would never be read. */
const ofEveryLink: ReadonlySet<string> = new Set(["protocol", "id", "secretKey", "earlierSecret", "signing", "profile", "shop", "scope", "erp", "peer", "copyTo", "warehouseNames", "prefix", "mapping", "furtherCallers"])

/** The names of the credentials that a protocol declares. */
export const credentialNames = ({ credentials }: ServedProtocol.Any): ReadonlyArray<string> => {
  const ast = SchemaAST.toEncoded(credentials.ast)
  return SchemaAST.isObjects(ast) ? ast.propertySignatures.map(({ name }) => String(name)) : []
}

const pathsOf = ({ paths, receiving }: ServedProtocol.Any) => [...paths, ...receiving?.paths ?? []]

const pathProblems = (protocol: ServedProtocol.Any, before: ReadonlyArray<ServedProtocol.Any>): ReadonlyArray<string> =>
  protocol.paths.length === 0
    ? ["the protocol has no paths, so nobody could call it"]
    : pathsOf(protocol).flatMap((path) => {
      const wrong = PathTemplates.problemOf(path)
      if (wrong !== undefined) return [`${JSON.stringify(path)} is not a path: ${wrong}`]
      if (PathTemplates.isReserved(path)) return [`the path ${path} is one of the runner's own; choose another`]
      const other = before.find((each) => pathsOf(each).some((its) => PathTemplates.overlap(its, path)))
      return other === undefined ? [] : [`the protocol ${other.name} serves the path ${path} already; choose another, or leave one of the two out`]
    })

const problemsOf = (protocol: ServedProtocol.Any, before: ReadonlyArray<ServedProtocol.Any>): ReadonlyArray<string> => {
  const names = credentialNames(protocol)
  return [
    ...typeof protocol.name === "string" && /^[a-z][a-z0-9-]*$/.test(protocol.name) ? [] : ["the name of a protocol has lower-case letters, digits and dashes, and begins with a letter"],
    ...before.some(({ name }) => name === protocol.name) ? [`the protocol ${protocol.name} is in the list twice; remove one`] : [],
    ...LinkedContracts.of(protocol.contract.id) === undefined
      ? [`the contract of this protocol is ${protocol.contract.id}, but this runner serves ${LinkedContracts.ids.join(", ")}`]
      : [],
    ...names.filter((name) => ofEveryLink.has(name)).map((name) => `every link has a member ${name}, so it cannot be a credential of this protocol; rename it`),
    ...protocol.key !== undefined && !names.includes(protocol.key) ? [`the key ${protocol.key} is not among the credentials of this protocol`] : [],
    ...pathProblems(protocol, before)
  ]
}

/** The protocols of a composition. Absent: those of the house. A protocol with a problem is left out. */
export const protocolsOf = (written: ReadonlyArray<AnyProtocol> | undefined, problem: (path: string, message: string) => void): Protocols => {
  if (written === undefined) return defaults
  if (!Array.isArray(written)) {
    problem("/protocols", "this must be a list of protocols")
    return defaults
  }
  const sound: Array<ServedProtocol.Any> = []
  ;(written as ReadonlyArray<unknown> as ReadonlyArray<ServedProtocol.Any>).forEach((protocol, index) => {
    const problems = problemsOf(protocol, sound)
    for (const message of problems) problem(`/protocols/${index}`, message)
    if (problems.length === 0) sound.push(protocol)
  })
  if (written.length === 0) problem("/protocols", "the list is empty, so nobody could call the runner; leave it out for the protocols of the house")
  return sound.length === 0 ? defaults : byName(sound)
}

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

/** Removes the value from a schema message, because it may be a secret. */
const withoutValues = (text: string): string => text.replace(/,? got [^]*$/, "")

const problemsIn = (issue: SchemaIssue.Issue): ReadonlyArray<Problem> =>
  issuesOf(issue).issues.map(({ message, path = [] }) => ({
    path: path.map((part) => `/${String(typeof part === "object" ? part.key : part)}`).join(""),
    message: withoutValues(message)
  }))

/** Reads the credentials of a caller by the schema of his protocol, with values of the environment. */
export const credentialsOf = (at: Checker, protocol: ServedProtocol.Any, written: object, path: string): Readonly<Record<string, unknown>> => {
  const before = at.count()
  const names = credentialNames(protocol)
  const given = Object.fromEntries(
    Object.entries(written)
      .filter(([name, value]) => names.includes(name) && value !== undefined)
      .map(([name, value]) => [name, resolved(at, value, `${path}/${name}`)])
  )
  if (at.count() > before) return {}
  const decoded = Schema.decodeUnknownResult(protocol.credentials)(given, { errors: "all" })
  if (Result.isSuccess(decoded)) return decoded.success
  for (const problem of problemsIn(decoded.failure.issue)) at.problem(`${path}${problem.path}`, problem.message)
  return {}
}
