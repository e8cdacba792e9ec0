/** The programs in a folder of their own. */
export interface Programs {
  /** What every program needs in its environment. */
  readonly env: Readonly<Record<string, string>>
  /** Where a file of the packages is, by its path on a machine that has them installed, without the first slash. */
  readonly pathOf: (path: string) => string
  readonly remove: () => void
}

export const problem: () => string | undefined
export const prepare: (options: { readonly mayInstall: boolean }) => string | undefined
export const unpacked: () => Programs
