/**
 * Which optional members of an outbound order a protocol carries, as its tables say: what its callers may tell, and what its client passes
 * on to a warehouse.
 */
import { PassedMembers, WarehouseV1 } from "@crossdock/core"
import type { UnmappedFields } from "../wire/index.ts"

const memberAt = (place: UnmappedFields.Place): string => place.slice(1).replace("/*/", ".").replace("/", ".")

export const of = (rows: ReadonlyArray<UnmappedFields.Row>): ReadonlyArray<PassedMembers.PassedMember> => {
  const left = new Set(rows.filter(({ operation, side }) => operation === WarehouseV1.CreateOutboundOrder.name && side === "asked").map(({ place }) => memberAt(place)))
  return PassedMembers.all.filter((member) => !left.has(member))
}
