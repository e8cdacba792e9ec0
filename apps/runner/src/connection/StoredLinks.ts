/**
 * Reads a link as the database has it. Rows of earlier releases have other names for some of its members.
 */
import type { Link } from "@crossdock/config"

/** The names of earlier releases, with those of today. */
const renamed: Readonly<Record<string, string>> = { door: "protocol", also: "furtherCallers", copies: "copyTo" }

const withNamesOfToday = (written: object): object =>
  Object.fromEntries(Object.entries(written).map(([name, value]) => [renamed[name] ?? name, value]))

export const read = (text: string): Link<string> => {
  const { furtherCallers, ...link } = withNamesOfToday(JSON.parse(text)) as Link<string>
  return { ...link, ...(furtherCallers !== undefined && { furtherCallers: furtherCallers.map(withNamesOfToday) as typeof furtherCallers }) }
}
