/**
 * The contracts whose calls the runner carries out for callers, by their id.
 */
import * as Effect from "effect/Effect"
import { served as books } from "./contracts/books/Served.ts"
import { served as platform } from "./contracts/platform/Served.ts"
import type { AnyServed } from "./contracts/ServedContract.ts"
import { served as warehouse } from "./contracts/warehouse/Served.ts"

/** `publicUrl` is the public address of this runner, if it has one. */
export const make = (publicUrl: URL | undefined) =>
  Effect.map(Effect.all([warehouse, platform(publicUrl), books]), (all): ReadonlyMap<string, AnyServed> => new Map(all.map((each) => [each.contract, each])))
