/**
 * `certify`: tests anybody's endpoint from outside. The command of `@crossdock/certify` does the work and can be run without a runner.
 */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { ProblemShown, usage } from "./CommandErrors.ts"
import { CommandEnvironment } from "./Flags.ts"
import { version } from "./Version.ts"

const protocols = ["warehouse-envelope", "gateway", "platform-envelope", "erp-open-api", "warehouse-callbacks", "platform-push"] as const

const text = (name: string, description: string) => Flag.String(name).pipe(Flag.withDescription(description), Flag.optional)

const texts = {
  id: text("id", "The accessId, appKey or appId of the test account; its secret is read from CERTIFY_SECRET"),
  "time-zone": text("time-zone", "For times without a zone: an IANA name or UTC+8 (default)"),
  out: text("out", "The folder for the certificate as a page, as JUnit and as JSON (default: certificate)"),
  key: text("key", "A private Ed25519 key in PEM that signs the JSON"),
  warehouse: text("warehouse", "A warehouse of the account"),
  channel: text("channel", "A channel of the warehouse"),
  sku: text("sku", "A SKU of which pieces are in stock"),
  order: text("order", "An order of the shop that may be shipped, or of the ERP that is told"),
  asn: text("asn", "An inbound order of the ERP that is told"),
  "extra-type": text("extra-type", "The end of the path of the callbacks of an ERP"),
  platform: text("platform", "The platform of the shop"),
  "shop-id": text("shop-id", "The ERP's id of the shop"),
  "online-shop-id": text("online-shop-id", "The platform's id of the shop"),
  code: text("code", "A code of the platform to exchange for tokens"),
  "web-hook-url": text("web-hook-url", "An address to which the service of the platform may push orders"),
  "warehouse-key": text("warehouse-key", "The key of the warehouse, for gateway"),
  days: text("days", "How many days back orders and documents are asked for (default: 1)"),
  pause: text("pause", "Milliseconds before each call, for an endpoint that limits its rate")
}

export const certify = Command.make("certify", {
  address: Argument.String("address").pipe(Argument.withDescription("The address of the endpoint, or verify to verify a certificate")),
  file: Argument.String("file").pipe(Argument.withDescription("With verify: certificate.json"), Argument.optional),
  protocol: Flag.Literals("protocol", protocols).pipe(Flag.withDescription("The protocol of the endpoint"), Flag.optional),
  without: Flag.String("without").pipe(Flag.withDescription("A method that the endpoint does not offer; may be repeated"), Flag.atLeast(0)),
  ships: Flag.Boolean("ships").pipe(
    Flag.withDescription("Allow calls that create orders, ship one order of the shop and set stock again; --no-ships leaves them out without a question"),
    Flag.optional
  ),
  ...texts
}, Effect.fnUntraced(function*({ address, file, protocol, ships, without, ...given }) {
  const named = Object.entries(given).flatMap(([name, value]) => (Option.isSome(value) ? [`--${name}`, value.value] : []))
  const argv = [
    address,
    ...(Option.isSome(file) ? [file.value] : []),
    ...(Option.isSome(protocol) ? ["--protocol", protocol.value] : []),
    ...without.flatMap((method) => ["--without", method]),
    ...(Option.isSome(ships) ? [ships.value ? "--ships" : "--no-ships"] : []),
    ...named
  ]
  const environment = { ...yield* CommandEnvironment }
  const { Arguments, Command: Certify } = yield* Effect.promise(() => import("@crossdock/certify"))
  const read = Arguments.read(argv, environment)
  if (read.is === "wrong") return yield* Effect.fail(usage(read.why))
  const code = yield* Certify.run(argv, environment, version())
  if (code !== 0) return yield* Effect.fail(new ProblemShown())
})).pipe(
  Command.withDescription(
    "Test an endpoint of one of the four protocols from outside, with the credentials of a test account, and write a certificate\n" +
      "  as a page, as JUnit and as JSON. It asks before anything that ships, and removes what it has created. Each law that is\n" +
      "  broken is cited in one sentence for the engineers of the other side."
  ),
  Command.withShortDescription("Test anybody's endpoint, and write a certificate"),
  Command.withExamples([
    { command: "CERTIFY_SECRET=… crossdock certify https://warehouse.example/service --protocol warehouse-envelope --id my-account" },
    { command: "crossdock certify verify certificate/certificate.json --key public.pem", description: "Verify a certificate with its tester's key" }
  ])
)
