/** The person who decides what the runner cannot find out. */
import type { DeskWorld } from "../support/desk/DeskWorld.ts"

interface Waiting {
  readonly id: string
  readonly operation: string
  readonly state: string
  readonly number: string
  /** How often the runner has asked the peer. */
  readonly queries: number
}

type Decision = { readonly decision: "Delivered"; readonly peerNumber?: string } | { readonly decision: "Pending" }

/**
 * A shop of document 2 shows the latest tracking number of an order alone, so after a lost answer nobody but a person can find out whether
 * it knows an earlier parcel. The person looks at the shop.
 */
const ofNotice = ({ shop }: DeskWorld, number: string): Decision => {
  const [order = "", trackingNumber = ""] = number.split(":")
  return { decision: shop.knows(order, trackingNumber) ? "Delivered" : "Pending" }
}

/** A warehouse that cannot be asked does not tell what became of a create whose answer was lost. The person looks into its records. */
const ofCreate = ({ decides: note, warehouses }: DeskWorld, number: string): Decision => {
  const made = warehouses.flatMap((each) => each.issues()).find((issue) => issue.number === number && issue.state !== "cancelled")
  const [order = ""] = number.split("-")
  note(order)
  return made === undefined ? { decision: "Pending" } : { decision: "Delivered", peerNumber: made.issue }
}

/** Decides about what is in doubt; returns how often. */
export const decides = async (world: DeskWorld): Promise<number> => {
  const { items }: { readonly items?: ReadonlyArray<Waiting> } = await world.admin("/intents?state=waiting&limit=100").catch(() => ({}))
  let decided = 0
  for (const { id, number, operation, queries, state } of items ?? []) {
    if (state !== "Doubtful" || queries < 2) continue
    const isCreate = operation === "createOutboundOrder"
    if (!isCreate && operation !== "markReadyToShip") continue
    // Whoever can be asked tells it sooner or later.
    if (isCreate && !world.isMute) continue
    const decision = isCreate ? ofCreate(world, number) : ofNotice(world, number)
    const done = await world.admin(`/intents/${id}/decide`, { ...decision, isConfirmed: true, who: "Ada" }).catch(() => undefined)
    if (done?.id === id) decided += 1
  }
  return decided
}

/** Releases what a warehouse has refused that cannot be asked, if no warehouse has it; returns how often. */
export const releases = async (world: DeskWorld): Promise<number> => {
  if (!world.isMute) return 0
  const { items }: { readonly items?: ReadonlyArray<{ readonly number: string; readonly because?: string }> } =
    await world.admin("/desk?state=held&cause=refused&limit=100").catch(() => ({}))
  let released = 0
  for (const { because = "", number } of items ?? []) {
    const isThere = world.warehouses.some((each) => each.records.refused.some((one) => one.isDone && because.includes(`order ${one.number}: `)))
    if (isThere || !because.includes("cannot be asked")) continue
    world.decides(number)
    const done = await world.admin(`/desk/${number}/release`, { reason: "no warehouse has it", who: "Ada" }).catch(() => undefined)
    if (done !== undefined) released += 1
  }
  return released
}
