/**
 * What the page of the audit asks the runner, by its address.
 */
import { texts } from "../../search.ts"

const filters = texts(["who", "operation", "subject", "number", "since", "until", "after"])

/** Of an address that has more, such as the mark of a mail program, the members that the runner takes. */
export const queryOf = (search: Record<string, unknown>) => ({ ...filters(search), limit: "50" })
