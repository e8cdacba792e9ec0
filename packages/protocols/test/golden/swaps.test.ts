/**
 * Exchanges each two members of one type in each message table, and asks the golden files: one of them must differ. Where members could be
 * exchanged unseen, a client and a server could agree about figures under the wrong names. `tools/swap-members.mjs` changes the tables themselves.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Golden from "./Golden.ts"
import * as Swaps from "./Swaps.ts"

/** A failure inside is read from any content of document 3 and written to it, whatever the operation, so that no table is asked (Answer.ts). */
const ofAnyContent = "erp-open-api CANCEL_ASN_ORDER answer: errorCode and errorMsg of CANCEL_ASN_ORDER answer"

const isSeen = (swap: Swaps.Swap): boolean => Golden.differs(swap.subject, Golden.casesOf(swap.subject), swap.side, Swaps.onTheWay(swap))

describe.each([...new Set(Golden.subjects.map(({ protocol }) => protocol))])("the golden files of the %s", (protocol) => {
  const swaps = Golden.subjects.filter((subject) => subject.protocol === protocol).flatMap(Swaps.of)

  it("differ where two members of one type are exchanged (E-203 E-372 E-373 E-374 E-375 E-376 E-377)", () => {
    assert.isAbove(swaps.length, 300)
    assert.deepStrictEqual(swaps.filter((swap) => !isSeen(swap)).map(Swaps.titleOf).filter((title) => title !== ofAnyContent), [])
  })
})
