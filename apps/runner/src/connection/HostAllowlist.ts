/**
 * Limits a plugin to the hosts that it declared for its settings, whatever addresses a peer returns.
 */
import { AdapterError, Transport } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** Whether the URL matches a host name with or without a port, or a wildcard such as `*.example.org`. */
const matches = (allowed: string, url: URL): boolean =>
  allowed.startsWith("*.") ? url.hostname.endsWith(allowed.slice(1)) : allowed === url.host || allowed === url.hostname

/** The runner's transport, limited to these hosts. They are asked for at each request, because links may be added meanwhile. */
export const limited = (plugin: string, hosts: () => ReadonlyArray<string>) =>
  Layer.effect(
    Transport.Transport,
    Effect.map(Transport.Transport, (transport) =>
      Transport.Transport.of({
        send: (request) =>
          hosts().some((allowed) => matches(allowed, request.url))
            ? transport.send(request)
            : Effect.fail(
              new AdapterError.TransportFailed({
                phase: "connect",
                cause: `${plugin} did not declare the host ${request.url.host}; nothing was sent`
              })
            )
      }))
  )
