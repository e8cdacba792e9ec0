/**
 * The address to which copies of messages are sent. Messages have personal data, so it is this machine unless a flag says otherwise.
 */
import * as Effect from "effect/Effect"
import { usage } from "./CommandErrors.ts"

/** Whether a host is this machine, by its name or address as `URL` writes it. */
export const isLoopback = (host: string): boolean =>
  /^(?:(?:[^.]+\.)*localhost\.?|127\.\d+\.\d+\.\d+|\[::1\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\])$/i.test(host)

export const parse = (text: string, mayBeRemote: boolean) =>
  Effect.suspend(() => {
    const url = URL.parse(text)
    if (url === null || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") {
      return Effect.fail(usage(`--forward ${JSON.stringify(text)} is not a valid address; write one such as http://127.0.0.1:3000/callback, without a user name`))
    }
    return mayBeRemote || isLoopback(url.hostname)
      ? Effect.succeed(url)
      : Effect.fail(usage(`--forward ${url.origin} is another machine, and messages may have personal data; forward to an address of this machine such as http://127.0.0.1:3000, or add --allow-remote`))
  })
