/**
 * Reads that ask for an order again and again are one row: the newest of equal calls that follow each other, and how many they are.
 */
interface Call {
  readonly operation: string
  readonly scope: string
  readonly code: string
}

export interface Folded<C> {
  readonly newest: C
  readonly count: number
}

export const folded = <C extends Call>(calls: ReadonlyArray<C>): ReadonlyArray<Folded<C>> => {
  const rows: Array<{ newest: C; count: number }> = []
  for (const call of calls) {
    const last = rows.at(-1)
    if (last !== undefined && last.newest.operation === call.operation && last.newest.scope === call.scope && last.newest.code === call.code) last.count++
    else rows.push({ newest: call, count: 1 })
  }
  return rows
}
