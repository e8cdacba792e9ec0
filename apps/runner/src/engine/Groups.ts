/**
 * Groups the items of a list by a key.
 */

/** The items with each key, and the keys in the order of their first item. */
export const groupsOf = <A, K>(items: Iterable<A>, keyOf: (item: A) => K): ReadonlyMap<K, ReadonlyArray<A>> => {
  const groups = new Map<K, Array<A>>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}
