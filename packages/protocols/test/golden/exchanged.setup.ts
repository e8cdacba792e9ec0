/** Exchanges two members of a table before any test reads it; the environment names them. For `tools/swap-members.mjs`. */
import * as Golden from "./Golden.ts"
import * as Swaps from "./Swaps.ts"

const title = process.env["EXCHANGED_MEMBERS"]

if (title !== undefined) {
  const swap = Golden.subjects.flatMap(Swaps.of).find((each) => Swaps.titleOf(each) === title)
  if (swap === undefined) throw new Error(`there is no exchange ${title}`)
  Swaps.exchange(swap)
}
