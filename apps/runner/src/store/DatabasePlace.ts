/**
 * Where a database is, for people: without user and password.
 */
import * as Redacted from "effect/Redacted"
import type { DatabaseAt } from "./Database.ts"

export const placeOf = (at: DatabaseAt): string => {
  if ("filename" in at) return at.filename
  const read = URL.parse(Redacted.value(at.url))
  return read === null || read.host === "" ? "the database of DATABASE_URL" : `${read.protocol}//${read.host}${read.pathname}`
}
