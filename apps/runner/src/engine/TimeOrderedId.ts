/**
 * Makes the ids of intents, deliveries and requests: UUIDs of version 7, which begin with the time, so that the index gets new ids at its end.
 */
import { randomFillSync } from "node:crypto"

const idBytes = 16
// Random bytes are generated in blocks, because each system call costs time.
const drawn = Buffer.alloc(idBytes * 256)
let next = drawn.length

const freshBytes = (): Buffer => {
  if (next === drawn.length) {
    randomFillSync(drawn)
    next = 0
  }
  return drawn.subarray(next, next += idBytes)
}

/** `now` is in milliseconds since 1970. */
export const at = (now: number): string => {
  const bytes = freshBytes()
  bytes.writeUIntBE(now, 0, 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString("hex")
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
