/**
 * Finds where two JSON contents differ. It returns JSON pointers and never the values, which may be personal data.
 */
import type { Json } from "@crossdock/core"

const most = 8

/** Returns pointers to the first few differences, in the order of the first content. */
export const between = (first: Json.Json, second: Json.Json): ReadonlyArray<string> => {
  const found: Array<string> = []
  collect(first, second, "", found)
  return found.length > most ? [...found.slice(0, most), `and ${found.length - most} more`] : found
}

const collect = (first: Json.Json | undefined, second: Json.Json | undefined, path: string, found: Array<string>): void => {
  if (isContainer(first) && isContainer(second) && Array.isArray(first) === Array.isArray(second)) {
    for (const name of new Set([...Object.keys(first), ...Object.keys(second)])) {
      collect(memberOf(first, name), memberOf(second, name), `${path}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`, found)
    }
  } else if (JSON.stringify(first) !== JSON.stringify(second)) {
    found.push(path === "" ? "/" : path)
  }
}

type Container = { readonly [name: string]: Json.Json }

const isContainer = (value: Json.Json | undefined): value is Container => typeof value === "object" && value !== null

const memberOf = (value: Container, name: string): Json.Json | undefined =>
  Object.hasOwn(value, name) ? value[name] : undefined
