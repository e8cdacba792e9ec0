/** A decision about many, which the runner carries out some at a time. */
export interface Decided {
  readonly count: number
  readonly decided: number
  readonly refused: ReadonlyArray<{ readonly code: string; readonly message: string; readonly count: number; readonly example: { readonly number: string } }>
  readonly next?: string
}

/** Asks until there is no next, and adds up what was decided and what was refused. */
export const decidedAll = async (ask: (after: string | undefined) => Promise<Decided>): Promise<{ readonly decided: number; readonly refused: number; readonly first: Decided["refused"][number] | undefined }> => {
  let sum = { decided: 0, refused: 0, first: undefined as Decided["refused"][number] | undefined }
  let after: string | undefined
  do {
    const answer = await ask(after)
    sum = {
      decided: sum.decided + answer.decided,
      refused: sum.refused + answer.refused.reduce((total, { count }) => total + count, 0),
      first: sum.first ?? answer.refused[0]
    }
    after = answer.next
  } while (after !== undefined)
  return sum
}
