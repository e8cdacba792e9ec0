/**
 * What can be written: a kind of plugin, and the protocol by which its provider is reached.
 */

export const kinds = ["warehouse", "erp"] as const
export type Kind = (typeof kinds)[number]

export const protocols = ["envelope", "gateway", "http-json", "http-json-oauth", "json-rpc"] as const
export type Protocol = (typeof protocols)[number]

export interface Template {
  /** One line, for whoever chooses. */
  readonly title: string
  /** One paragraph, for the README. `Acme` stands for the provider. */
  readonly about: string
  /** The protocol whose template it is laid over; absent: it stands for itself. */
  readonly over?: Protocol
  /** Whether it is built on `@crossdock/protocols`; otherwise on `@crossdock/http-kit`. */
  readonly isOfDocument: boolean
  /** Settings of one connection, as they are written in a composition. */
  readonly settings: string
  /** What proves it. */
  readonly tests: string
  /** File and what it holds, for the README. */
  readonly files: ReadonlyArray<readonly [file: string, holds: string]>
}

const always: Template["files"] = [
  ["`src/Adapter.ts`", "the plugin value: id, settings, limits, what it offers, the hosts it may call, its handlers"],
  ["`src/Settings.ts`", "what an operator types in; titles draw the form, secrets are redacted"],
  ["`src/Faults.ts`", "the provider's refusals, and what each proves"]
]
const statuses = ["`src/Statuses.ts`", "the provider's words for a state, and what each means"] as const
const ownApi: Template["files"] = [
  ["`src/Api.ts`", "the API as `@crossdock/http-kit` calls it: address, login, faults"],
  ["`src/operations/*.ts`", "one operation per file: request, response, and the mapping between them and ours"]
]
const peer = ["`test/Peer.ts`", "the provider in memory, as its document describes it; it can be looked into and broken"] as const
const conformance = ["`test/conformance.test.ts`", "the suite, and what it is given"] as const

/** With an API of its own, in whichever protocol. */
const ownWarehouse: Template["files"] = [...always, statuses, ...ownApi, peer, conformance]
const ownErp: Template["files"] = [...always, ...ownApi, peer, conformance]

const invented = "The API in `test/Peer.ts` is invented. Replace it by your provider's: first `test/Peer.ts`, then `src/`, one operation at a time."

const apiSettings = "{ baseUrl: \"https://api.acme.example\", apiKey: env(\"ACME_KEY\") }"

/** Absent: nobody has written this combination. */
export const templates: Readonly<Record<Kind, Readonly<Partial<Record<Protocol, Template>>>>> = {
  warehouse: {
    envelope: {
      title: "document 1: one address, the operation named inside a signed envelope",
      about: "Acme as a warehouse of Crossdock (`@crossdock/core`), reached by the envelope of document 1, callbacks included.",
      isOfDocument: true,
      settings: "{ serviceUrl: \"https://acme.example/service\", accessId: \"merchant-7\", secretKey: env(\"ACME_KEY\"), warehouseExtraType: \"acme\" }",
      tests: "The suite runs against the protocol's own server with a small warehouse behind it.",
      files: [...always, ["`src/Incoming.ts`", "the two callbacks, verified"], conformance]
    },
    gateway: {
      title: "document 2A: a path per operation, signed headers",
      about: "Acme as a warehouse of Crossdock (`@crossdock/core`), reached by a gateway of document 2A.",
      isOfDocument: true,
      settings: "{ baseUrl: \"https://gateway.example\", appKey: \"k\", appSecret: env(\"ACME_SECRET\"), warehouseType: \"acme\", warehouseKey: \"NL1\" }",
      tests: "The suite runs against the protocol's own server with a small warehouse behind it.",
      files: [...always, conformance]
    },
    "http-json": {
      title: "an API of its own: JSON over HTTP",
      about: "Acme as a warehouse of Crossdock (`@crossdock/core`), reached by its JSON API.",
      isOfDocument: false,
      settings: apiSettings,
      tests: invented,
      files: ownWarehouse
    },
    "http-json-oauth": {
      title: "an API of its own: JSON over HTTP, with tokens of OAuth 2",
      about: "Acme as a warehouse of Crossdock (`@crossdock/core`), reached by its JSON API with tokens of OAuth 2 that a person grants: `crossdock connections authorize`.",
      over: "http-json",
      isOfDocument: false,
      settings:
        "{ baseUrl: \"https://api.acme.example\", authorizeUrl: \"https://api.acme.example/oauth/authorize\", tokenUrl: \"https://api.acme.example/oauth/token\", clientId: \"merchant-7\", clientSecret: env(\"ACME_SECRET\") }",
      tests: invented,
      files: [...ownWarehouse, ["`test/Issuer.ts`", "its OAuth 2 server: who grants access, codes, tokens that expire"]]
    },
    "json-rpc": {
      title: "an API of its own: JSON-RPC 2.0",
      about: "Acme as a warehouse of Crossdock (`@crossdock/core`), reached by its JSON-RPC.",
      over: "http-json",
      isOfDocument: false,
      settings: apiSettings,
      tests: invented,
      files: ownWarehouse
    }
  },
  erp: {
    envelope: {
      title: "document 1: the two callbacks, signed",
      about: "Acme as an ERP of Crossdock (`@crossdock/core`) that takes the two callbacks of document 1.",
      isOfDocument: true,
      settings: "{ baseUrl: \"https://acme.example\", accessId: \"crossdock\", secretKey: env(\"ACME_KEY\"), warehouseExtraType: \"acme\" }",
      tests: "The suite runs against the protocol's own server with a list behind it.",
      files: [...always, conformance]
    },
    "http-json": {
      title: "an API of its own: JSON over HTTP",
      about: "Acme as an ERP of Crossdock (`@crossdock/core`), told of shipments and receipts by its JSON API.",
      isOfDocument: false,
      settings: apiSettings,
      tests: invented,
      files: ownErp
    },
    "json-rpc": {
      title: "an API of its own: JSON-RPC 2.0",
      about: "Acme as an ERP of Crossdock (`@crossdock/core`), told of shipments and receipts by its JSON-RPC.",
      over: "http-json",
      isOfDocument: false,
      settings: apiSettings,
      tests: invented,
      files: ownErp
    }
  }
}

/** Every kind with every protocol that there is for it. */
export const combinations: ReadonlyArray<{ readonly kind: Kind; readonly protocol: Protocol; readonly template: Template }> = kinds.flatMap((kind) =>
  protocols.flatMap((protocol) => {
    const template = templates[kind][protocol]
    return template === undefined ? [] : [{ kind, protocol, template }]
  })
)
