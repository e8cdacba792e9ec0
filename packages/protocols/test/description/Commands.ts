/**
 * The call of an example as commands for a shell: `curl`, with the signature of the example, and `crossdock call`, which signs it anew.
 * The command line of Crossdock prints the same `curl` commands.
 */
import * as Curl from "../../../../apps/runner/src/cli/Curl.ts"
import { type Described, exampleSecret, messageOf, type Operation, pathOf } from "./Model.ts"

export interface ShellCommand {
  readonly program: "curl" | "crossdock call"
  readonly text: string
}

/** The addresses of the examples: of the side that serves the operations, and of the ERP that takes callbacks. */
export const hosts = { service: "https://crossdock.example", erp: "https://erp.example" } as const

/** The flags that choose a protocol, and whether its address ends before the name of the operation. */
const dialects: Readonly<Record<string, { readonly flags: ReadonlyArray<string>; readonly isByPath?: boolean }>> = {
  "warehouse-envelope": { flags: [] },
  gateway: { flags: ["--gateway"], isByPath: true },
  "platform-envelope": { flags: ["--platform"], isByPath: true },
  "erp-open-api": { flags: ["--open-api", "--form"] }
}

/** A word of a command line, in quotes if a shell would change it. */
const word = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : Curl.quoted(text))

/** Both commands of an example. */
export const commandsOf = (protocol: Described, operation: Operation): ReadonlyArray<ShellCommand> => {
  const { fields, headers, body } = protocol.call(operation, messageOf(operation))
  const address = `${protocol.callbacks.includes(operation) ? hosts.erp : hosts.service}${pathOf(operation)}`
  const { flags, isByPath } = dialects[protocol.name]!
  const content = protocol.envelope === undefined ? body : fields![protocol.envelope.content]!
  const accessId = fields?.["accessId"] ?? fields?.["appId"] ?? headers.find(([name]) => name === "appKey")![1]
  const base = isByPath === true ? address.slice(0, -`/${operation.method}`.length) : address
  return [
    {
      program: "curl",
      text: Curl.of({ method: "POST", url: address, headers, body, ...(fields !== undefined && { form: { type: "urlencoded", fields: Object.entries(fields) } }) })
    },
    {
      program: "crossdock call",
      text: Curl.lines([
        [`CROSSDOCK_CALL_SECRET=${word(exampleSecret)} crossdock call`, operation.method, ...flags].join(" "),
        ...(content === "" ? [] : [word(content)]),
        `--access-id ${word(accessId)} --url ${word(base)}`
      ])
    }
  ]
}
