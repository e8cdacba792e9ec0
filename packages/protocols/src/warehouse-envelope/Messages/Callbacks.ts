/** The messages of the two callbacks, with the part of the path that names each (spec 1 §4 Callbacks). */
import * as PushAsnInfo from "./PushAsnInfo.ts"
import * as PushOrderInfo from "./PushOrderInfo.ts"

export const callbacks = [
  { method: PushOrderInfo.method, path: "receiveOdo", request: PushOrderInfo.content, answer: PushOrderInfo.answer },
  { method: PushAsnInfo.method, path: "receiveAsn", request: PushAsnInfo.content, answer: PushOrderInfo.answer }
] as const
