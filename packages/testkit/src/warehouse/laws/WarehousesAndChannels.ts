/**
 * The laws of listWarehouses and listChannels: every record is listed, with its code and name unchanged.
 */
import { WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { equal, assert, sameMembers } from "../../Assertions.ts"
import { both, having, type Laws } from "../../Law.ts"
import { underFault } from "../../FaultInjection.ts"
import { type LawContext, call } from "../LawContext.ts"
import { can, type SuiteFixture } from "../SuiteFixture.ts"

interface Named {
  readonly code: string
  readonly name: string
}

interface Listed {
  readonly items: ReadonlyArray<Named>
}

const asText = (records: ReadonlyArray<Named>): ReadonlyArray<string> => records.map(({ code, name }) => `${code} ${name}`)

/** Only the record that lacks its code may be left out. */
const allButOne = ({ items: found }: Listed, held: ReadonlyArray<Named>): void => {
  const codes = new Set(found.map(({ code }) => code))
  const missing = held.filter(({ code }) => !codes.has(code))
  assert(missing.length <= 1, `${missing.length} of ${held.length} records are left out; only one of them cannot be parsed`)
}

export const listWarehousesLaws: Laws<LawContext, SuiteFixture<unknown>> = {
  "listWarehouses/all": [
    "D1-031 D1-032 D1-267 D1-268",
    "lists every warehouse of the peer once, with its code and its name",
    having(can.listWarehouses, Effect.fnUntraced(function*(context: LawContext, held) {
      sameMembers(asText((yield* call(context, WarehouseV1.ListWarehouses, {})).items), asText(yield* held), "warehouses")
    }))
  ],
  "listWarehouses/bad-record": [
    "D1-268",
    "lists every other warehouse when one record cannot be parsed",
    having(both(can.injection("bad-record", "listWarehouses"), can.listWarehouses), Effect.fnUntraced(function*(context: LawContext, [injection, held]) {
      allButOne(yield* underFault(injection, "any", call(context, WarehouseV1.ListWarehouses, {})), yield* held)
    }))
  ]
}

export const listChannelsLaws: Laws<LawContext, SuiteFixture<unknown>> = {
  "listChannels/all": [
    "D1-035 D1-036 D1-270 D1-271",
    "lists every channel of every warehouse, with its code and its name",
    having(can.listChannels, Effect.fnUntraced(function*(context: LawContext, held) {
      sameMembers(asText((yield* call(context, WarehouseV1.ListChannels, {})).items), asText(yield* held), "channels")
    }))
  ],
  "listChannels/of-one-warehouse": [
    "D1-038 D1-269",
    "lists the channels of one warehouse, and none that only another warehouse has",
    having(can.listChannels, Effect.fnUntraced(function*(context: LawContext, held) {
      const records = yield* held
      const codes = [...new Set(records.flatMap(({ warehouseCode }) => warehouseCode ?? []))]
      for (const warehouseCode of codes) {
        const { items: found } = yield* call(context, WarehouseV1.ListChannels, { warehouseCode })
        const serving = records.filter((each) => each.warehouseCode === undefined || each.warehouseCode === warehouseCode)
        sameMembers(asText(found), asText(serving), `channels of ${warehouseCode}`)
        for (const channel of found) {
          equal(channel.warehouseCode ?? warehouseCode, warehouseCode, `the warehouse of the channel ${channel.code}`)
        }
      }
    }))
  ],
  "listChannels/bad-record": [
    "D1-271",
    "lists every other channel when one record cannot be parsed",
    having(both(can.injection("bad-record", "listChannels"), can.listChannels), Effect.fnUntraced(function*(context: LawContext, [injection, held]) {
      allButOne(yield* underFault(injection, "any", call(context, WarehouseV1.ListChannels, {})), yield* held)
    }))
  ]
}
