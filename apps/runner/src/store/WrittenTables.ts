/**
 * Which tables this process writes, told after each commit. Whoever is told reads what is committed.
 */
export type Listener = (tables: ReadonlyArray<string>) => void

export interface WrittenTables {
  /** The tables that a statement writes. */
  readonly of: (text: string) => ReadonlyArray<string>
  /** Tells that rows of these tables are committed. */
  readonly tell: (tables: Iterable<string>) => void
  /** Returns a function that ends it. */
  readonly listen: (listener: Listener) => () => void
}

/** Statements whose number of parameters varies are not all kept. */
const mostKept = 1000

/** A word after `for update`, such as `skip`, is taken for a table too. Nobody listens for one of that name. */
const written = /\b(?:insert\s+into|update|delete\s+from)\s+([a-z_][a-z0-9_]*)/gi

export const make = (): WrittenTables => {
  const known = new Map<string, ReadonlyArray<string>>()
  const listeners = new Set<Listener>()
  return {
    of: (text) => {
      const found = known.get(text)
      if (found !== undefined) return found
      const tables = [...text.matchAll(written)].map(([, table = ""]) => table.toLowerCase())
      if (known.size < mostKept) known.set(text, tables)
      return tables
    },
    tell: (tables) => {
      const all = [...tables]
      if (all.length > 0) for (const listener of listeners) listener(all)
    },
    listen: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    }
  }
}

type Send<Query extends { readonly text: string }, Result> = (query: Query) => Promise<Result>

/** Statements that each commit by themselves. */
export const observed = <Query extends { readonly text: string }, Result>(send: Send<Query, Result>, tables: WrittenTables): Send<Query, Result> => async (query) => {
  const result = await send(query)
  tables.tell(tables.of(query.text))
  return result
}

/** The statements of one connection, on which transactions begin and end. */
export const observedInTransactions = <Query extends { readonly text: string }, Result>(send: Send<Query, Result>, tables: WrittenTables): Send<Query, Result> => {
  const pending = new Set<string>()
  return async (query) => {
    const result = await send(query)
    if (/^\s*commit\b/i.test(query.text)) {
      tables.tell(pending)
      pending.clear()
    } else if (/^\s*rollback\s*;?\s*$/i.test(query.text)) pending.clear()
    else for (const table of tables.of(query.text)) pending.add(table)
    return result
  }
}
