/**
 * Numbers and times as they are shown. Times of the API are ISO 8601; each function that needs the time of now gets it.
 */
const language = "en-GB"
const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone

const whole = new Intl.NumberFormat(language, { maximumFractionDigits: 0 })
const one = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const time = new Intl.DateTimeFormat(language, { timeZone: zone, hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" })
const shortTime = new Intl.DateTimeFormat(language, { timeZone: zone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" })
const day = new Intl.DateTimeFormat(language, { timeZone: zone, day: "numeric", month: "short" })
const dayOfYear = new Intl.DateTimeFormat(language, { timeZone: zone, day: "numeric", month: "short", year: "numeric" })
const numeric = new Intl.DateTimeFormat(language, { timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit" })
const zoneName = new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName: "short" })

const none = "–"

export const count = (value: number | undefined): string => (value === undefined ? none : whole.format(value))

/** How many a minute: one decimal below a hundred. */
export const rate = (perMinute: number | undefined): string =>
  perMinute === undefined ? none : perMinute === 0 ? "0" : perMinute < 0.05 ? "<0.1" : perMinute < 100 ? one.format(perMinute) : whole.format(perMinute)

export const share = (part: number | undefined): string => {
  if (part === undefined) return none
  const percent = part * 100
  return percent === 0 ? "0" : `${percent < 0.1 ? "<0.1" : percent >= 99.95 ? "100" : one.format(percent)} %`
}

/** How long a call took. */
export const millis = (value: number | undefined): string =>
  value === undefined ? none : value < 1000 ? `${whole.format(value)} ms` : value < 60_000 ? `${one.format(value / 1000)} s` : duration(value)

/** How long something lasts: "8 s", "18 min", "2 h 14 min", "3 d". */
export const duration = (milliseconds: number): string => {
  const seconds = Math.max(0, Math.round(milliseconds / 1000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${String(minutes % 60).padStart(2, "0")} min`
  return `${Math.floor(hours / 24)} d`
}

export const age = (at: string | undefined, now: number): string => (at === undefined ? none : duration(now - Date.parse(at)))

/** "25 Nov 14:21". */
export const dayTime = (at: string | number): string => {
  const value = typeof at === "number" ? at : Date.parse(at)
  return `${day.format(value)} ${shortTime.format(value)}`
}

/** Today "14:21:40", this year "25 Nov 14:21", before "25 Nov 2024". */
export const moment = (at: string | number | undefined, now: number): string => {
  if (at === undefined) return none
  const value = typeof at === "number" ? at : Date.parse(at)
  if (Number.isNaN(value)) return none
  if (numeric.format(value) === numeric.format(now)) return time.format(value)
  const year = (each: number) => numeric.format(each).slice(-4)
  return year(value) === year(now) ? dayTime(value) : dayOfYear.format(value)
}

export const clock = (at: number): string => time.format(at)
export const shortClock = (at: number): string => shortTime.format(at)

/** The name of the zone in which times are shown: "CET". */
export const zoneAt = (at: number): string => zoneName.formatToParts(at).find((part) => part.type === "timeZoneName")?.value ?? zone
export const zoneId = zone
