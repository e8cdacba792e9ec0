/**
 * What goes over a wire of a test: text where it is text, and bytes where it is not.
 */
import { Transport } from "@crossdock/core"
import { isUtf8 } from "node:buffer"

type Content = Pick<Transport.Response, "body" | "bytes">

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("utf8")

export const of = (bytes: Buffer): Content => (isUtf8(bytes) ? { body: textOf(bytes) } : { body: "", bytes })

/** An answer as a transport gives it: as bytes where these were asked for and the status is 2xx, else as text. */
export const received = ({ responseType }: Transport.Request, response: Transport.Response): Transport.Response => {
  const { bytes, headers, status } = response
  if (responseType === "bytes" && status >= 200 && status < 300) return { status, headers, body: "", bytes: Transport.bytesOf(response) }
  return bytes === undefined ? response : { status, headers, body: textOf(bytes) }
}
