/**
 * The protocols that `call` speaks: the examples of each, its default address, and its signed request.
 */
import { envelopeSha1 } from "@crossdock/protocols/signing"
import type * as Redacted from "effect/Redacted"
import * as Curl from "./Curl.ts"
import * as Envelope from "./Envelope.ts"
import { type Example, examples } from "../examples/WarehouseExamples.ts"
import * as GatewayCall from "./GatewayCall.ts"
import * as OpenApiCall from "./OpenApiCall.ts"
import * as GatewayExamples from "../examples/GatewayExamples.ts"
import * as OpenApiExamples from "../examples/OpenApiExamples.ts"
import * as PlatformExamples from "../examples/PlatformExamples.ts"
import type { Service } from "./ServiceUrl.ts"

export interface Request extends GatewayCall.Request {
  /** What `--print` shows. Default: the whole HTTP request. */
  readonly printed?: string
  /** The fields of the body, if it is a form. */
  readonly form?: Curl.Form
}

/** What a request is made of. */
export interface Parts {
  readonly url: URL
  readonly method: string
  readonly accessId: string
  readonly content: string
  readonly key: Redacted.Redacted
  /** Milliseconds since 1970. */
  readonly now: number
  readonly asJson: boolean
  readonly form: boolean
}

export interface Protocol {
  /** The flag that chooses it; undefined for the default. */
  readonly flag: string | undefined
  readonly examples: Readonly<Record<string, Example>>
  readonly service: (method: string) => Service
  /** A flag for the content type that it does not have, and why. */
  readonly refuses?: { readonly flag: "asJson" | "form"; readonly message: string }
  readonly request: (parts: Parts) => Request
}

const envelope = ({ accessId, asJson, content, form, key, method, url }: Parts): Request => {
  const members = { accessId, method, content, sign: envelopeSha1.sign({ id: accessId, content }, key) }
  if (asJson) {
    const body = Envelope.toJson(members)
    return { url, headers: [["content-type", "application/json; charset=utf-8"]], body, printed: body }
  }
  const body = Envelope.toForm(members)
  return {
    url,
    headers: [["content-type", "application/x-www-form-urlencoded"]],
    body,
    printed: form ? body : JSON.stringify(members, null, 2),
    form: { type: "urlencoded", fields: Envelope.pairs(members) }
  }
}

export const protocols = {
  warehouse: { flag: undefined, examples, service: () => "warehouse", request: envelope },
  gateway: {
    flag: "--gateway",
    examples: GatewayExamples.examples,
    service: () => "gateway",
    refuses: { flag: "form", message: "the gateway accepts JSON only; remove --form" },
    request: ({ accessId, content, key, method, url }) => GatewayCall.request(url, method, accessId, content, key)
  },
  platform: {
    flag: "--platform",
    examples: PlatformExamples.examples,
    service: () => "platform",
    refuses: { flag: "asJson", message: "the platform interface accepts forms only; remove --as-json" },
    request: (parts) => envelope({ ...parts, url: GatewayCall.addressOf(parts.url, parts.method) })
  },
  openApi: {
    flag: "--open-api",
    examples: OpenApiExamples.examples,
    service: OpenApiExamples.doorOf,
    refuses: { flag: "asJson", message: "the open API accepts forms only; remove --as-json" },
    request: ({ accessId, content, form, key, method, now, url }) =>
      OpenApiCall.request(url, { appId: accessId, serviceType: method, bizParam: content === "" ? "{}" : content, timestamp: String(now) }, key, { form })
  }
} satisfies Readonly<Record<string, Protocol>>

export const asHttp = ({ body, headers, url }: Request): string =>
  [`POST ${url.href}`, ...headers.map(([name, value]) => `${name}: ${value}`), "", body].join("\n")

export const asCurl = ({ body, form, headers, url }: Request): string =>
  Curl.of({ method: "POST", url: url.href, headers, body, ...(form !== undefined && { form }) })
