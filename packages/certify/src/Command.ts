/**
 * What the command does, from its arguments to its exit code. Progress and questions go to stderr, and the result to stdout.
 */
import { Transport } from "@crossdock/core"
import { layer } from "@crossdock/transport-undici"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline/promises"
import * as Arguments from "./Arguments.ts"
import * as Certification from "./Certification.ts"
import * as Page from "./Page.ts"
import { isClean, type Outcome, type Report, sentenceOf } from "./Report.ts"
import * as SignedReport from "./SignedReport.ts"

const tell = (text: string): void => void process.stderr.write(`${text}\n`)
const print = (text: string): void => void process.stdout.write(`${text}\n`)

const question = "May this test create orders, ship one order of the shop and set stock again? What it creates is removed in the end. [y/N] "

/** Asks the person; without a terminal the answer is no. */
const asked = Effect.promise(async () => {
  if (process.stdin.isTTY !== true) {
    tell("Nothing that ships is called, because nobody can be asked here; allow it with --ships.")
    return false
  }
  const line = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await line.question(question)
  line.close()
  return /^y(es)?$/i.test(answer.trim())
})

/** Shows each method as it begins, and each law that is broken as soon as it is. */
const progress = () => {
  let current = ""
  return {
    begins: (method: string) => {
      if (method !== current) tell(`  ${method}`)
      current = method
    },
    ends: (outcome: Outcome) => {
      if (outcome.verdict === "broken") tell(`    broken: ${sentenceOf(outcome)}${outcome.found === undefined ? "" : ` ${outcome.found}`}`)
    }
  }
}

/** Waits before each call. */
const paced = (millis: number) => (inner: Transport.Transport["Service"]): Transport.Transport["Service"] =>
  millis === 0 ? inner : { send: (request) => Effect.delay(inner.send(request), millis) }

const write = (report: Report, out: string, key: string | undefined): void => {
  const signed = key === undefined ? { report } : SignedReport.signed(report, readFileSync(key, "utf8"))
  mkdirSync(out, { recursive: true })
  writeFileSync(join(out, "certificate.html"), Page.toHtml(report))
  writeFileSync(join(out, "certificate.xml"), Page.toJUnit(report))
  writeFileSync(join(out, "certificate.json"), `${JSON.stringify(signed, null, 2)}\n`)
}

const certified = Effect.fnUntraced(function*({ key, out, pause, ships, target, without }: Arguments.Run, version: string) {
  // A wrong key is found before anything is called.
  if (key !== undefined) SignedReport.signed({ protocol: "", address: "", ranAt: "", version, outcomes: [], remarks: [], leftovers: [] }, readFileSync(key, "utf8"))
  const isAllowed = ships ?? (yield* asked)
  tell(`${target.protocol} at ${target.address.origin}${target.address.pathname}`)
  const transport = Layer.effect(Transport.Transport, Effect.map(Transport.Transport, paced(pause)))
  const report = yield* Effect.provide(
    Certification.run(target, { ships: isAllowed, without, progress: progress() }, version),
    Layer.provide(transport, layer({ trust: "operator" }))
  )
  write(report, out, key)
  for (const remark of report.remarks) tell(`  tolerated: ${remark}`)
  for (const left of report.leftovers) tell(`  left behind: ${left}`)
  print(`${isClean(report) ? "Conforms" : "Does not conform"}: ${Page.counted(report)}. See ${join(out, "certificate.html")}`)
  return isClean(report) ? 0 : 1
})

const verified = (file: string, key: string | undefined): number => {
  const signed = JSON.parse(readFileSync(file, "utf8")) as SignedReport.SignedReport
  const verdict = SignedReport.verdictOf(signed, key === undefined ? undefined : readFileSync(key, "utf8"))
  const said = { valid: "The signature is valid", unsigned: "The certificate is not signed", changed: "The certificate was changed after it was signed", "another key": "The certificate was signed with another key" }[verdict]
  print(`${said}: ${signed.report.protocol} at ${signed.report.address}, ${Page.counted(signed.report)}${verdict === "valid" && key === undefined ? "; compare its key with the tester's: --key public.pem" : ""}`)
  return verdict === "valid" ? 0 : 1
}

/** Runs the command and returns its exit code. */
export const run = (argv: ReadonlyArray<string>, environment: Readonly<Record<string, string | undefined>>, version: string): Effect.Effect<number> =>
  Effect.suspend(() => {
    const given = Arguments.read(argv, environment)
    if (given.is === "help") print(Arguments.help)
    if (given.is === "wrong") tell(`${given.why}\n\nRun crossdock-certify --help to see what it needs.`)
    if (given.is === "verify") return Effect.sync(() => verified(given.file, given.key))
    return given.is === "run" ? certified(given, version) : Effect.succeed(given.is === "help" ? 0 : 2)
  }).pipe(Effect.catchDefect((defect) =>
    Effect.sync(() => {
      tell(defect instanceof Error ? defect.message : String(defect))
      return 2
    })))
