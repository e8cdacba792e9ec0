/** A value of a set, read from any of its spellings. */
import type { Json } from "@crossdock/core"
import { isTooBig } from "../Context.ts"
import type * as Table from "../Table.ts"
import { invalid, type Scalar, mistyped } from "./ValueType.ts"

export const enumValue: Scalar<Table.EnumType> = {
  wanted: "a text",
  read: ({ unknown, words }, json, path, found) => {
    if (typeof json !== "string") return mistyped(found, path, "a text")
    for (const value in words) {
      if (words[value]!.includes(json)) return unknown === undefined ? value : { value, raw: json }
    }
    const known = [...new Set(Object.values(words).map(([first]) => first))].join(", ")
    if (unknown === undefined) return invalid(found, path, `is not an allowed value; send one of ${known}`)
    found.report(path, `is not one of ${known}; read as ${unknown}, so nothing changes`)
    return isTooBig(json, found.context.limits.maxText) ? mistyped(found, path, "a short text") : { value: unknown, raw: json }
  },
  fast: ({ unknown, words }) => {
    const spelled = new Map<Json.Json, string>()
    for (const is in words) for (const spelling of words[is]!) if (!spelled.has(spelling)) spelled.set(spelling, is)
    return unknown === undefined
      ? (json) => spelled.get(json)
      : (raw) => {
        const value = spelled.get(raw)
        return value === undefined ? undefined : { value, raw }
      }
  },
  write: ({ option, unknown, words }, value, path, found) => {
    const word = unknown === undefined ? value : (value as { readonly value: string }).value
    if (typeof word !== "string" || !Object.hasOwn(words, word)) return invalid(found, path, "is not a value that the protocol allows")
    const spelled = option && option.forms[String(found.context.profile[option.name])]
    return spelled?.[word] ?? words[word]![0] ?? word
  }
}
