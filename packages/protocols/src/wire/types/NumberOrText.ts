/** A number of a document, which is a number at some peers and a text at others (U-59). */
import { Json } from "@crossdock/core"
import type * as Table from "../Table.ts"
import { numberId } from "./NumberId.ts"
import { text } from "./Text.ts"
import { formOf, invalid, type Scalar } from "./ValueType.ts"

const indexed: Table.TextType = { kind: "text", isIndexed: true }

export const numberOrText: Scalar<Table.NumberOrTextType> = {
  wanted: "a whole number or a text",
  read: (_, json, path, found) =>
    typeof json === "string" ? text.read(indexed, json, path, found) : numberId.read({ kind: "numberId" }, json, path, found),
  write: (type, value, path, found, inner) => {
    const form = formOf(type, found)
    const written = text.write(indexed, value, path, found, inner)
    if (typeof written !== "string" || form === "text") return written
    if (/^(?:0|[1-9]\d{0,37})$/.test(written)) return new Json.Numeral(written)
    return form === "auto" ? written : invalid(found, path, "is not a whole number, as this connection writes it")
  }
}
