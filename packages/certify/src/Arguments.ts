/**
 * The arguments of the command, as a target and the options of a run.
 */
import * as Redacted from "effect/Redacted"
import { parseArgs } from "node:util"
import { type ProtocolName, protocols, type Target } from "./Target.ts"

export const help = `Tests an endpoint of one of the four protocols from outside, with test credentials of yours, and writes a certificate.

  crossdock-certify <address> --protocol <name> --id <id>
  crossdock-certify verify <certificate.json> [--key <public.pem>]

The secret is read from the environment: CERTIFY_SECRET=… crossdock-certify …

  --protocol       warehouse-envelope (document 1), gateway (2A), platform-envelope (2B) or erp-open-api (document 3);
                   of an ERP that is told: warehouse-callbacks (document 1) or platform-push (2B)
  --id             the accessId, appKey or appId of the test account
  --time-zone      for times without a zone: an IANA name or UTC+8 (default: UTC+8)
  --without        a method that you do not offer; may be repeated
  --out            the folder for certificate.html, certificate.json and certificate.xml (JUnit); default: certificate
  --key            a private Ed25519 key in PEM that signs certificate.json; with verify, the public key of the tester
  --pause          milliseconds before each call, for an endpoint that limits its rate (default: 0)

Nothing that ships goods, books them or changes a shop is called unless you allow it:

  --ships          allow it without a question; what was created is removed in the end
  --no-ships       leave it out without a question

What the account has, where it cannot be found out:

  --warehouse      a warehouse        --channel         a channel of the warehouse
  --sku            a SKU in stock     --order           an order of the shop that may be shipped, or of the ERP
  --asn            an inbound order of the ERP          --extra-type   the end of the path of its callbacks
  --platform, --shop-id, --online-shop-id               the shop, for platform-envelope
  --code           a code of the platform to exchange for tokens
  --web-hook-url   an address to which the service of the platform may push orders
  --warehouse-key  the key of the warehouse, for gateway
  --days           how far back orders and documents are asked for (default: 1)

The exit code is 0 if no law is broken, 1 if one is, and 2 if the arguments are wrong.`

const texts = ["protocol", "id", "time-zone", "out", "key", "warehouse", "channel", "sku", "order", "platform", "shop-id", "online-shop-id", "code", "warehouse-key", "web-hook-url", "asn", "extra-type", "days", "pause"] as const

export interface Run {
  readonly target: Target
  readonly out: string
  readonly key: string | undefined
  readonly without: ReadonlyArray<string>
  /** Undefined: the person is asked. */
  readonly ships: boolean | undefined
  /** Milliseconds before each call. */
  readonly pause: number
}

export type Arguments =
  | { readonly is: "help" }
  | { readonly is: "wrong"; readonly why: string }
  | { readonly is: "verify"; readonly file: string; readonly key: string | undefined }
  | ({ readonly is: "run" } & Run)

const wrong = (why: string): Arguments => ({ is: "wrong", why })

const isProtocol = (text: string | undefined): text is ProtocolName => protocols.some((name) => name === text)

const wholeOf = (text: string | undefined, name: string): number | undefined | Error =>
  text === undefined ? undefined : /^\d{1,6}$/.test(text) ? Number(text) : new Error(`--${name} is no whole number: ${text}`)

/** Reads the arguments of the command. */
export const read = (argv: ReadonlyArray<string>, environment: Readonly<Record<string, string | undefined>>): Arguments => {
  let parsed
  try {
    parsed = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        ...Object.fromEntries(texts.map((name) => [name, { type: "string" as const }])),
        without: { type: "string", multiple: true },
        ships: { type: "boolean" },
        "no-ships": { type: "boolean" },
        help: { type: "boolean", short: "h" }
      }
    })
  } catch (error) {
    return wrong(error instanceof Error ? error.message : String(error))
  }
  const { positionals: [first, second] } = parsed
  const values: Readonly<Record<string, unknown>> = parsed.values
  const text = (name: (typeof texts)[number]): string | undefined => (typeof values[name] === "string" ? values[name] : undefined)
  if (values["help"] === true || first === undefined) return { is: "help" }
  if (first === "verify") return second === undefined ? wrong("name the file: crossdock-certify verify certificate.json") : { is: "verify", file: second, key: text("key") }
  return runOf(first, text, values, environment)
}

const runOf = (address: string, text: (name: (typeof texts)[number]) => string | undefined, values: Readonly<Record<string, unknown>>, environment: Readonly<Record<string, string | undefined>>): Arguments => {
  const url = URL.parse(address)
  if (url === null || !/^https?:$/.test(url.protocol)) return wrong(`${address} is no address; write it as https://host/path`)
  const protocol = text("protocol")
  if (!isProtocol(protocol)) return wrong(`--protocol is one of ${protocols.join(", ")}`)
  const id = text("id")
  if (id === undefined) return wrong("--id is missing: the accessId, appKey or appId of the test account")
  const secret = environment["CERTIFY_SECRET"]
  if (secret === undefined || secret === "") return wrong("the secret is missing; set CERTIFY_SECRET in the environment, so that it stands in no list of processes")
  const days = wholeOf(text("days"), "days")
  const pause = wholeOf(text("pause"), "pause")
  if (days instanceof Error) return wrong(days.message)
  if (pause instanceof Error) return wrong(pause.message)
  if ((protocol === "platform-envelope" || protocol === "platform-push") && (text("platform") === undefined || text("shop-id") === undefined)) return wrong(`${protocol} needs --platform and --shop-id`)
  if (protocol === "gateway" && text("warehouse-key") === undefined) return wrong("gateway needs --warehouse-key")
  if (protocol === "warehouse-callbacks" && text("extra-type") === undefined) return wrong("warehouse-callbacks needs --extra-type, the end of the path of the callbacks")
  if (values["ships"] === true && values["no-ships"] === true) return wrong("--ships and --no-ships contradict each other")
  const facts = {
    warehouse: text("warehouse"), channel: text("channel"), sku: text("sku"), order: text("order"), platform: text("platform"), shopId: text("shop-id"),
    onlineShopId: text("online-shop-id"), asn: text("asn"), webHookUrl: text("web-hook-url"), extraType: text("extra-type"), code: text("code"), warehouseKey: text("warehouse-key"), days
  }
  return {
    is: "run",
    target: {
      protocol,
      address: url,
      id,
      secret: Redacted.make(secret, { label: "CERTIFY_SECRET" }),
      timeZone: text("time-zone") ?? "UTC+8",
      facts: Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))
    },
    out: text("out") ?? "certificate",
    key: text("key"),
    without: Array.isArray(values["without"]) ? values["without"].map(String) : [],
    ships: values["ships"] === true ? true : values["no-ships"] === true ? false : undefined,
    pause: pause ?? 0
  }
}
