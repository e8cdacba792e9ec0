/** Takes the place of the runner's module, without records of sent calls. */
import type * as Real from "../../../apps/runner/src/connection/SentCallRecords.ts"
import { Transport } from "@crossdock/core"
import * as Layer from "effect/Layer"

export const make: typeof Real.make = () => ({
  layer: () => Layer.effect(Transport.Transport, Transport.Transport),
  operation: (_peer, _operation, _about, work) => work
})
