/**
 * How the tables of usual texts compare: in lower-case words, from the start of a text, apart from a code.
 */

const ownCode = /^[A-Z][A-Z0-9_]+: /

/** A code of any peer before the text, as in `E1001: ` or `order.exists: `. */
const anyCode = /^[\w.-]+: /

/** Converts a text to lower-case words with single spaces, whether it was written with spaces, `_`, `-` or capitals. */
export const inWords = (text: string): string => text.trim().replaceAll(/(?<=[a-z\d])(?=[A-Z])|[\s_-]+/g, " ").toLowerCase()

/** The forms in which a text may match: as it is, and without the code before it. */
export const withoutCode = (text: string, codes: "own" | "any" = "own"): ReadonlyArray<string> => [text, text.replace(codes === "own" ? ownCode : anyCode, "")]

export const oneOf = (texts: ReadonlyArray<string>): string => `(?:${texts.join("|")})`

/** Matches leading words and codes that do not change the meaning: "request refused: ", "[40001] ", "your ". */
export const lead = "(?:[[(]?(?:the|your|error|err|failed|fail|refused|rejected|request|call|code|http|[a-z]*\\d+)[\\]):,]* )*"

/** Matches the end of a text, or a sign after which only details follow. */
export const end = " ?(?:$|[:;,.!(，。；：！（])"
