/** Text within its limits. */
import { Json } from "@crossdock/core"
import { isKey, isLonger, isTooBig, maxKey } from "../Context.ts"
import type * as Table from "../Table.ts"
import { invalid, type Scalar, mistyped } from "./ValueType.ts"

/**
 * Returns the maximum number of characters, in the unit of the profile. Undefined means that only the size limit for
 * texts applies.
 */
const maxOf = ({ isIndexed, max }: Table.TextType): number | undefined => max ?? (isIndexed === true ? maxKey : undefined)

export const text: Scalar<Table.TextType> = {
  wanted: "a text",
  read: (type, json, path, found) => {
    if (type.ofOne === true && Array.isArray(json) && json.length === 1) return text.read({ ...type, ofOne: false }, json[0], path, found)
    if (type.digits === true) {
      const digits = typeof json === "string" ? undefined : Json.textIfNumber(json)
      if (digits !== undefined && /^\d{1,38}$/.test(digits)) {
        found.report(path, "is a number; read as the text of its digits")
        return digits
      }
    }
    if (typeof json !== "string") return mistyped(found, path, "a text")
    if (json === "") return found.refuse(path, "MEMBER_MISSING", "is empty; send a text")
    const max = maxOf(type)
    if (max !== undefined && isLonger(json, max, found.context.profile["lengthUnit"])) {
      return found.refuse(path, "MEMBER_TOO_LONG", `is too long; send at most ${max} characters`)
    }
    if (type.isKey === true && !isKey(json)) {
      return invalid(found, path, "contains a control character or half of a surrogate pair; send it without")
    }
    const { maxText } = found.context.limits
    return type.isLong !== true && isTooBig(json, maxText)
      ? found.refuse(path, "MEMBER_TOO_LONG", `is too long; send at most ${maxText} bytes`)
      : json
  },
  /** Accepts a text by its length alone: no character takes more than 3 bytes per UTF-16 unit. */
  fast: (type) => (json, found) =>
    typeof json === "string" && json !== "" && type.max === undefined && type.isKey !== true &&
      json.length * 3 <= (type.isIndexed === true ? maxKey : found.context.limits.maxText)
      ? json
      : undefined,
  write: (type, value, path, found) => {
    if (typeof value !== "string") return found.refuse(path, "MEMBER_MISTYPED", "is not a text")
    const max = maxOf(type)
    if (max !== undefined && isLonger(value, max, found.context.profile["lengthUnit"])) {
      return found.refuse(path, "MEMBER_TOO_LONG", `has more than ${max} characters; make it shorter`)
    }
    if (type.isKey === true && !isKey(value)) return invalid(found, path, "contains a control character or half of a surrogate pair; remove it")
    const { maxText } = found.context.limits
    return type.isLong !== true && isTooBig(value, maxText)
      ? found.refuse(path, "MEMBER_TOO_LONG", `has more than ${maxText} bytes; make it shorter`)
      : value
  }
}
