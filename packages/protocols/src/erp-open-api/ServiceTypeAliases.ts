/**
 * Further names of the service types, as the profile of a caller lists them (U-131).
 */
import * as Messages from "./Messages/All.ts"

const pairsOf = (text: string): ReadonlyArray<readonly [alias: string, name: string | undefined, pair: string]> =>
  text.split(",").map((pair) => pair.trim()).filter((pair) => pair !== "").map((pair) => {
    const [alias = "", name] = pair.split("=").map((part) => part.trim())
    return [alias, name, pair]
  })

/** The first pair that is none, or that names no service type. */
export const wrongIn = (text: string): string | undefined =>
  pairsOf(text).find(([alias, name]) => alias === "" || name === undefined || Messages.named(name) === undefined)?.[2]

/** The service type that a name stands for; the name itself if the list does not have it. */
export const meantBy = (name: string, text: string): string => (text === "" ? name : pairsOf(text).find(([alias]) => alias === name)?.[1] ?? name)
