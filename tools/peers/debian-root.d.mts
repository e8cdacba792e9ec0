export interface DebianRoot {
  /** The folder of the root. */
  readonly root: string
  /** Ends what runs in it, and removes it. */
  readonly remove: () => void
}

/** Why there can be none; undefined if there can. */
export const problem: () => string | undefined
/** Makes an empty Debian with PostgreSQL running. It takes a minute or two, and needs the mirror of Debian. */
export const make: () => DebianRoot
/** Puts the Node of this process and the npm of this machine into a root. */
export const addNode: (root: string) => void
/** The file of certificate authorities in the root, without the first slash. */
export const authorities: string
