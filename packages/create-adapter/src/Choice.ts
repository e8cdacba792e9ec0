/**
 * The templates: each is for a kind of plugin and a protocol.
 */

export const kinds = ["warehouse", "platform", "erp"] as const
export type Kind = (typeof kinds)[number]

export const protocols = ["envelope", "gateway", "http-json", "http-json-oauth", "json-rpc"] as const
export type Protocol = (typeof protocols)[number]

export interface Template {
  /** One line for the list of choices. */
  readonly title: string
  /** A paragraph for the README, with `Acme` as the name of the provider. */
  readonly about: string
  /** The protocol whose template this one is based on, if any. */
  readonly over?: Protocol
  /** Whether the template depends on `@crossdock/protocols`. If false, it depends on `@crossdock/http-kit`. */
  readonly isOfDocument: boolean
  /** Example settings of a connection, as TypeScript. */
  readonly settings: string
  /** A sentence for the README about the tests. */
  readonly tests: string
  /** The files and their contents, for the README. */
  readonly files: ReadonlyArray<readonly [file: string, holds: string]>
}

const always: Template["files"] = [
  ["`src/Adapter.ts`", "the plugin value: id, settings, limits, what it offers, the hosts it may call, its handlers"],
  ["`src/Settings.ts`", "the settings of a connection; titles label the form, secrets are redacted"],
  ["`src/Faults.ts`", "the provider's errors and their meanings"]
]
const statuses = ["`src/Statuses.ts`", "the provider's statuses and their meanings"] as const
const ownApi: Template["files"] = [
  ["`src/Api.ts`", "the client for the API, with `@crossdock/http-kit`: URL, authentication, errors"],
  ["`src/operations/*.ts`", "one operation per file: request, response, and their mapping to the contract"]
]
const peer = ["`test/Peer.ts`", "the provider in memory, as its documentation describes it; tests can read its records and set faults"] as const
const conformance = ["`test/conformance.test.ts`", "the conformance suite and its fixture"] as const
const live = ["`test/live.test.ts`", "the same suite against a test account, once you have written its fixture"] as const

/** The files of a template for a provider's own API. */
const ownWarehouse: Template["files"] = [...always, statuses, ...ownApi, peer, conformance, live]
const ownPlatform: Template["files"] = [...always, ["`src/Statuses.ts`", "the provider's statuses of orders that have ended"], ...ownApi, peer, conformance, live]
const ownErp: Template["files"] = [...always, ...ownApi, peer, conformance, live]

const invented = "The API in `test/Peer.ts` is an example. Replace it by your provider's API: first `test/Peer.ts`, then `src/`, one operation at a time."

const oauthSettings =
  "{ baseUrl: \"https://api.acme.example\", authorizeUrl: \"https://api.acme.example/oauth/authorize\", tokenUrl: \"https://api.acme.example/oauth/token\", clientId: \"merchant-7\", clientSecret: env(\"ACME_SECRET\") }"
const issuer = ["`test/Issuer.ts`", "the provider's OAuth 2 server in memory: grants, codes, and tokens that expire"] as const
const apiSettings = "{ baseUrl: \"https://api.acme.example\", apiKey: env(\"ACME_KEY\") }"

/** The templates by kind and protocol. Not every combination exists. */
export const templates: Readonly<Record<Kind, Readonly<Partial<Record<Protocol, Template>>>>> = {
  warehouse: {
    envelope: {
      title: "document 1: one URL, with the operation named inside a signed envelope",
      about: "Connects Crossdock (`@crossdock/core`) to the warehouse Acme by the API of document 1, including callbacks.",
      isOfDocument: true,
      settings: "{ serviceUrl: \"https://acme.example/service\", accessId: \"merchant-7\", secretKey: env(\"ACME_KEY\"), warehouseExtraType: \"acme\" }",
      tests: "The suite runs against the server of the protocol, with a warehouse in memory.",
      files: [...always, ["`src/Incoming.ts`", "receives and verifies the two callbacks"], conformance]
    },
    gateway: {
      title: "document 2A: a path per operation, signed headers",
      about: "Connects Crossdock (`@crossdock/core`) to the warehouse Acme through a gateway of document 2A.",
      isOfDocument: true,
      settings: "{ baseUrl: \"https://gateway.example\", appKey: \"k\", appSecret: env(\"ACME_SECRET\"), warehouseType: \"acme\", warehouseKey: \"NL1\" }",
      tests: "The suite runs against the server of the protocol, with a warehouse in memory.",
      files: [...always, conformance]
    },
    "http-json": {
      title: "the provider's own API: JSON over HTTP",
      about: "Connects Crossdock (`@crossdock/core`) to the warehouse Acme by its JSON API.",
      isOfDocument: false,
      settings: apiSettings,
      tests: invented,
      files: ownWarehouse
    },
    "http-json-oauth": {
      title: "the provider's own API: JSON over HTTP, with OAuth 2 tokens",
      about: "Connects Crossdock (`@crossdock/core`) to the warehouse Acme by its JSON API, with OAuth 2 tokens that a person grants with `crossdock connections authorize`.",
      over: "http-json",
      isOfDocument: false,
      settings: oauthSettings,
      tests: invented,
      files: [...ownWarehouse, issuer]
    },
    "json-rpc": {
      title: "the provider's own API: JSON-RPC 2.0",
      about: "Connects Crossdock (`@crossdock/core`) to the warehouse Acme by its JSON-RPC API.",
      over: "http-json",
      isOfDocument: false,
      settings: apiSettings,
      tests: invented,
      files: ownWarehouse
    }
  },
  platform: {
    envelope: {
      title: "document 2B: a path per operation, signed forms",
      about: "Connects Crossdock (`@crossdock/core`) to a shop at Acme, a service that speaks the platform interface of document 2, including pushed orders.",
      isOfDocument: true,
      settings:
        "{ serviceUrl: \"https://acme.example/service\", accessId: \"merchant-7\", secretKey: env(\"ACME_KEY\"), platform: \"WEB\", shopId: \"7\", onlineShopId: \"S-7\", customerId: \"5\" }",
      tests: "The suite runs against the server of the protocol, with a shop in memory.",
      files: [...always, ["`src/Incoming.ts`", "receives and verifies the orders that are pushed"], conformance]
    },
    "http-json": {
      title: "the provider's own API: JSON over HTTP",
      about: "Connects Crossdock (`@crossdock/core`) to a shop at Acme by its JSON API.",
      isOfDocument: false,
      settings: apiSettings,
      tests: invented,
      files: ownPlatform
    },
    "http-json-oauth": {
      title: "the provider's own API: JSON over HTTP, with OAuth 2 tokens",
      about: "Connects Crossdock (`@crossdock/core`) to a shop at Acme by its JSON API, with OAuth 2 tokens that a person grants with `crossdock connections authorize`.",
      over: "http-json",
      isOfDocument: false,
      settings: oauthSettings,
      tests: invented,
      files: [...ownPlatform, issuer]
    }
  },
  erp: {
    envelope: {
      title: "document 1: the two callbacks, signed",
      about: "Connects Crossdock (`@crossdock/core`) to the ERP Acme, which receives the two callbacks of document 1.",
      isOfDocument: true,
      settings: "{ baseUrl: \"https://acme.example\", accessId: \"crossdock\", secretKey: env(\"ACME_KEY\"), warehouseExtraType: \"acme\" }",
      tests: "The suite runs against the server of the protocol, which keeps the received messages in memory.",
      files: [...always, conformance]
    },
    "http-json": {
      title: "the provider's own API: JSON over HTTP",
      about: "Connects Crossdock (`@crossdock/core`) to the ERP Acme, which receives shipments and receipts by its JSON API.",
      isOfDocument: false,
      settings: apiSettings,
      tests: invented,
      files: ownErp
    },
    "json-rpc": {
      title: "the provider's own API: JSON-RPC 2.0",
      about: "Connects Crossdock (`@crossdock/core`) to the ERP Acme, which receives shipments and receipts by its JSON-RPC API.",
      over: "http-json",
      isOfDocument: false,
      settings: apiSettings,
      tests: invented,
      files: ownErp
    }
  }
}

/** Every kind with every protocol that has a template for it. */
export const combinations: ReadonlyArray<{ readonly kind: Kind; readonly protocol: Protocol; readonly template: Template }> = kinds.flatMap((kind) =>
  protocols.flatMap((protocol) => {
    const template = templates[kind][protocol]
    return template === undefined ? [] : [{ kind, protocol, template }]
  })
)
