/**
 * What `verify` says about a signature, as JSON for scripts and as text for people.
 */
import { timingSafeEqualHex } from "@crossdock/core/signing"
import { lines, plain, section, table } from "./Output.ts"
import type * as SignedTexts from "../signatures/SignedTexts.ts"

export interface Report {
  /** What was signed: names and values. */
  readonly facts: ReadonlyArray<readonly [name: string, value: string]>
  readonly sign: string
  /** Whether the receiver accepts the signature. */
  readonly ok: boolean
  /** The result in one sentence. */
  readonly message: string
  /** The mistakes that produce the signature. */
  readonly mistakes: ReadonlyArray<string>
  readonly schemes: ReadonlyArray<{
    readonly scheme: string
    readonly canonical: string
    readonly sign: string
    readonly matches: boolean
    readonly readBy: string
  }>
  readonly parting: SignedTexts.Parting | undefined
  /** Whether the other side has given the text that it signed. */
  readonly hasTheirs: boolean
}

export const lengthOf = (content: string): string => content === "" ? "empty" : `${content.length} characters`

export const jsonOf = ({ message, mistakes, ok, parting, schemes }: Report): unknown => ({
  ok,
  matched: schemes.filter(({ matches }) => matches).map(({ scheme }) => scheme),
  message,
  mistakes,
  schemes,
  ...(parting !== undefined && { parting })
})

export const textOf = ({ facts, hasTheirs, message, mistakes, parting, schemes, sign }: Report): string => {
  const match = schemes.find(({ matches }) => matches)
  const shown = (match ?? schemes[0])!
  const named = [["signature", sign], ...facts] as const
  const width = Math.max(...named.map(([name]) => name.length))
  return lines(
    ...named.map(([name, value]) => `${name.padEnd(width)}  ${plain(value)}`),
    "",
    message,
    ...mistakes.map((mistake) => `  - ${mistake}`),
    "",
    table(["scheme", "digest", "accepted by", ""], schemes.map((one) => [
      one.scheme,
      one.sign,
      one.readBy,
      one.matches ? "matches" : timingSafeEqualHex(one.sign, shown.sign) && one !== shown ? "same text" : " "
    ])),
    section(`canonical text (${shown.scheme}; the secret key is appended directly)`, shown.canonical),
    hasTheirs
      ? parting === undefined
        ? `\nyour text is the same${match === undefined ? ", so only the secret key can differ" : ""}`
        : section(`the texts differ from character ${parting.at + 1}`, `ours    ${plain(parting.ours)}\nyours   ${plain(parting.theirs)}`)
      : undefined
  )
}
