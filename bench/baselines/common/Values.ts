/** Parses the single values of document 1, for both baselines. */
const decimal = /^-?\d{1,38}(?:\.\d{1,38})?$/
const whole = /^\d{1,15}$/
const digits = /^\d{13}$/
const dateTime = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

export const isDecimal = (value: string | number): boolean => typeof value === "number" ? Number.isFinite(value) : decimal.test(value)

/** Undefined if it is not an integer. */
export const wholeOf = (value: string | number): number | undefined =>
  typeof value === "number" ? (Number.isSafeInteger(value) ? value : undefined) : whole.test(value) ? Number(value) : undefined

/** Milliseconds since 1970; undefined if it is not a timestamp. A text is in UTC+8. */
export const instantOf = (value: string | number): number | undefined => {
  if (digits.test(String(value))) return Number(value)
  if (typeof value !== "string" || !dateTime.test(value)) return undefined
  const millis = Date.parse(`${value.replace(" ", "T")}+08:00`)
  return Number.isNaN(millis) ? undefined : millis
}

export const isCountry = (value: string): boolean => /^[A-Za-z]{2}$/.test(value)
export const isBase64 = (value: string): boolean => base64.test(value)
