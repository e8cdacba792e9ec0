/**
 * Limits a plugin to the hosts that it declared for its settings, and to those of addresses that a caller may announce, whatever
 * addresses a peer returns. An announced address leads to public addresses alone, each time that its name is resolved (U-86).
 */
import { AdapterError, Transport } from "@crossdock/core"
import { AddressGuard, layer as transport } from "@crossdock/transport-undici"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SendGuard from "./SendGuard.ts"

/** Whether the URL matches a host name with or without a port, or a wildcard such as `*.example.org`. */
const matches = (allowed: string, url: URL): boolean =>
  allowed.startsWith("*.") ? url.hostname.endsWith(allowed.slice(1)) : allowed === url.host || allowed === url.hostname

/** Makes the transport for the received addresses of one host. Tests replace it. */
export const ReceivedTransport = Context.Reference<(host: string) => Layer.Layer<Transport.Transport>>("@crossdock/runner/connection/ReceivedTransport", {
  defaultValue: () => (host) => transport({ trust: "received", hosts: [host] })
})

export interface Hosts {
  /** Those that the plugin declared. Undefined: it declares none, so it may send to every host. */
  readonly own: ReadonlyArray<string> | undefined
  /** Those of addresses that a caller may announce. They are asked for at each request, because links may be added meanwhile. */
  readonly announced: () => ReadonlyArray<string>
}

/** The runner's transport, limited to these hosts. */
export const limited = (plugin: string, { announced, own }: Hosts) =>
  Layer.effect(
    Transport.Transport,
    Effect.gen(function*() {
      const operators = yield* Transport.Transport
      const layerOf = yield* ReceivedTransport
      const scope = yield* Effect.scope
      const made = new Map<string, Transport.Transport["Service"]>()
      const received = Effect.fnUntraced(function*(host: string) {
        const known = made.get(host) ?? Context.get(yield* Layer.buildWithScope(Layer.provide(SendGuard.layer, layerOf(host)), scope), Transport.Transport)
        made.set(host, known)
        return known
      })
      return Transport.Transport.of({
        send: (request) => {
          const { url } = request
          if (own?.some((allowed) => matches(allowed, url)) === true) return operators.send(request)
          // An origin that the operator has written is trusted as it is written.
          if (announced().includes(url.origin)) return operators.send(request)
          const listed = announced().filter((allowed) => matches(allowed, url))
          if (listed.length > 0) {
            const refused = AddressGuard.check(url, { trust: "received", hosts: listed })
            if (refused === undefined) return Effect.flatMap(received(url.host), ({ send }) => send(request))
            // A private address that the operator has written in digits is trusted as it is written. A name may lead anywhere.
            return refused.rule === "not-public" && listed.includes(url.host)
              ? operators.send(request)
              : Effect.fail(new AdapterError.TransportFailed({ phase: "connect", cause: refused }))
          }
          return own === undefined ? operators.send(request) : Effect.fail(
            new AdapterError.TransportFailed({
              phase: "connect",
              cause: `${plugin} did not declare the host ${url.host}; nothing was sent`
            })
          )
        }
      })
    })
  )
