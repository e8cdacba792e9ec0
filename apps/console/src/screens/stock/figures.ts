/**
 * Figures of stock: decimals as texts, which are added without losing a place, and differences with their sign.
 */

/** A decimal as a whole number of its smallest place. */
const parse = (text: string): { readonly digits: bigint; readonly places: number } => {
  const [whole = "0", fraction = ""] = text.split(".")
  return { digits: BigInt(`${whole}${fraction}`), places: fraction.length }
}

const scaled = ({ digits, places }: ReturnType<typeof parse>, to: number): bigint => digits * 10n ** BigInt(to - places)

const written = (digits: bigint, places: number): string => {
  const text = String(digits < 0n ? -digits : digits).padStart(places + 1, "0")
  const whole = text.slice(0, text.length - places)
  const fraction = places === 0 ? "" : text.slice(text.length - places).replace(/0+$/, "")
  return `${digits < 0n ? "-" : ""}${whole}${fraction === "" ? "" : `.${fraction}`}`
}

export const sum = (texts: ReadonlyArray<string>): string => {
  const all = texts.map(parse)
  const places = Math.max(0, ...all.map((each) => each.places))
  return written(all.reduce((total, each) => total + scaled(each, places), 0n), places)
}

export const minus = (one: string, other: string): string => sum([one, other.startsWith("-") ? other.slice(1) : `-${other}`])

/** With a sign that is a minus and not a hyphen: "−3", "+6", "0". */
export const signed = (text: string): string => (text.startsWith("-") ? `−${text.slice(1)}` : /[1-9]/.test(text) ? `+${text}` : "0")

/** What people call an entry of the books: "reserve" of "RESERVE". */
export const entryName = ({ subtype, type }: { readonly type: string; readonly subtype?: string | undefined }): string => (subtype ?? type).toLowerCase().replaceAll("_", " ")
