/**
 * Closes the prototypes of JavaScript's own objects against new members before any plugin is loaded. Plugins run in the process of the
 * runner, and a member that one adds to `Object.prototype`, by mistake or by a message that it copies carelessly, would be in every object.
 *
 * They are not frozen: libraries give their own objects a `toString` by assignment, which fails below a frozen prototype.
 */

const constructors: ReadonlyArray<{ readonly prototype: object }> = [
  Object, Array, Function, String, Number, BigInt, Boolean, Symbol, Date, RegExp, Error, Map, Set, WeakMap, WeakSet, Promise, ArrayBuffer, Uint8Array, URL, Buffer
]

/** After this, adding a member to one of the prototypes throws a TypeError. It cannot be undone. */
export const seal = (): void => {
  for (const { prototype } of constructors) Object.preventExtensions(prototype)
}
