/**
 * Removes members whose value is undefined, so that a missing value is always an absent member.
 */

type OmitUndefined<T> =
  & { [K in keyof T as undefined extends T[K] ? never : K]: T[K] }
  & { [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> }

/** Returns the members that have a value. */
export const omitUndefined = <T extends object>(value: T): { [K in keyof OmitUndefined<T>]: OmitUndefined<T>[K] } => {
  const members = value as Record<string, unknown>
  const held: Record<string, unknown> = {}
  for (const name in members) if (members[name] !== undefined) held[name] = members[name]
  return held as never
}
