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

/** The runner's own sentences, with times as the page writes them. */
export const sentencesOf = ({ message, sentences }: { readonly message: string; readonly sentences: ReadonlyArray<{ readonly text: string }> }, now: number): string =>
  sentences.length === 0
    ? aloud(message)
    : sentences.map(({ text }) => sentenceCase(text).replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (at) => Formats.moment(at, now))).map((text) => (/[.!?]$/.test(text) ? text : `${text}.`)).join(" ")
