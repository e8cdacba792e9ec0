/**
 * Converts bodies of test peers between text and bytes.
 */
import { Transport } from "@crossdock/core"
import { isUtf8 } from "node:buffer"

type Content = Pick<Transport.Response, "body" | "bytes">

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("utf8")

export const of = (bytes: Buffer): Content => (isUtf8(bytes) ? { body: textOf(bytes) } : { body: "", bytes })

/** An answer as a transport returns it: as bytes if the request asked for them and the status is 2xx, otherwise as text. */
export const received = ({ responseType }: Transport.Request, response: Transport.Response): Transport.Response => {
  const { bytes, headers, status } = response
  if (responseType === "bytes" && status >= 200 && status < 300) return { status, headers, body: "", bytes: Transport.bytesOf(response) }
  return bytes === undefined ? response : { status, headers, body: textOf(bytes) }
}
