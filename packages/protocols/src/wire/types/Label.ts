/** A PDF in Base64. Base64 of something else is reported, or refused if the profile says so (U-74). */
import { isBase64, isPdf } from "../Context.ts"
import type * as Table from "../Table.ts"
import { invalid, type Scalar, mistyped } from "./ValueType.ts"

export const label: Scalar<Table.LabelType> = {
  wanted: "a PDF as Base64 text",
  read: (_, json, path, found) => {
    if (typeof json !== "string") return mistyped(found, path, "a PDF as Base64 text")
    if (!isBase64(json)) return invalid(found, path, "is not Base64; send a PDF as padded Base64 without line breaks")
    if (!isPdf(json)) {
      if (found.context.profile["labelCheck"] === "refuse") return invalid(found, path, "is not a PDF; send a PDF as Base64 text")
      found.report(path, "is Base64 of something other than a PDF; kept")
    }
    return json
  },
  write: (_, value, path, found) => typeof value === "string" && isBase64(value) ? value : invalid(found, path, "is not Base64")
}
