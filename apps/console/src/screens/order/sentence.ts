/**
 * Where an order is, as a sentence that can be read aloud to a customer.
 */
import * as Formats from "../../formats.ts"
import { sentenceCase } from "./events.ts"

/** The sentences of the runner without commands of its shell, which nobody says on the phone. */
export const aloud = (message: string): string => {
  const said = message
    .split(/(?<=\.) |; /)
    .map((each) => each.replace(/,? (?:then |and )?run `[^`]*`[^,;.]*/g, "").trim())
    .filter((each) => each !== "" && !each.includes("`"))
    .join("; ")
    .replaceAll(".; ", ". ")
  return said === "" ? "" : sentenceCase(said.endsWith(".") ? said : `${said}.`)
}

interface Said {
  readonly text: string
  readonly params?: { readonly [name: string]: string }
}

/** The runner writes times in UTC, such as "24 Nov 14:21 UTC", and gives the exact ones as parameters. The page writes them in its own zone. */
const inZone = ({ params = {}, text }: Said): string =>
  text.replace(/(\d{1,2}) [A-Z][a-z]{2} (\d\d:\d\d) UTC/g, (written: string, day: string, minute: string) => {
    const at = Object.values(params).find((value) => /^\d{4}-\d\d-/.test(value) && value.slice(8, 16) === `${day.padStart(2, "0")}T${minute}`)
    return at === undefined ? written : Formats.dayTime(at)
  })

/** The runner's own sentences, with times as the page writes them. */
export const sentencesOf = ({ message, sentences }: { readonly message: string; readonly sentences: ReadonlyArray<Said> }, now: number): string =>
  sentences.length === 0
    ? aloud(message)
    : sentences.map((each) => sentenceCase(inZone(each)).replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (at) => Formats.moment(at, now))).map((text) => (/[.!?]$/.test(text) ? text : `${text}.`)).join(" ")
