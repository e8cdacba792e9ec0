/**
 * Where an order is, as a sentence that can be read aloud to a customer.
 */
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
