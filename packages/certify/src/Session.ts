/**
 * The calls of one certification: each goes to the peer as a signed request, its answer is judged by the message table of the method, and
 * each law gets its outcome.
 */
import { Json, Transport } from "@crossdock/core"
import { read, Table } from "@crossdock/protocols/wire"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as MissingMembers from "./MissingMembers.ts"
import type { Law, Outcome } from "./Report.ts"
import * as Requirements from "./Requirements.ts"
import type { Method, Speaker } from "./Speaker.ts"

/** An answer as far as it could be read. */
export interface Answer {
  readonly status: number
  /** The content that the table of the answer describes; an empty object if the answer has none that can be read. */
  readonly json: Json.JsonObject
  readonly isSuccess: boolean
  /** Why it is no success: the refusal in the words of the peer, or what is wrong with the answer. */
  readonly refusal: string
}

export interface Progress {
  readonly begins: (method: string) => void
  readonly ends: (outcome: Outcome) => void
}

export interface Options {
  /** Whether calls are made that ship goods, book them or change what a shop shows. */
  readonly ships: boolean
  /** The methods that the peer does not offer. */
  readonly without: ReadonlyArray<string>
  readonly progress?: Progress
}

/** The members that decide between success and refusal. */
const decision = Table.make("answer", [
  Table.required("success", { kind: "boolean", written: "boolean" }),
  Table.optional("message", Table.text),
  Table.optional("errorMsg", Table.text)
])

const another = Redacted.make("this is not the secret of the account")

export class Session {
  readonly speaker: Speaker
  readonly options: Options
  readonly outcomes = new Map<string, Outcome>()
  readonly remarks = new Set<string>()
  readonly leftovers: Array<string> = []
  readonly #send: Transport.Transport["Service"]["send"]
  readonly #removals: Array<readonly [what: string, remove: Effect.Effect<Answer>]> = []
  readonly #spoiled = new Set<string>()

  constructor(speaker: Speaker, options: Options, send: Transport.Transport["Service"]["send"]) {
    this.speaker = speaker
    this.options = options
    this.#send = send
  }

  /** Gives a law its outcome. A law that was broken once stays broken. */
  expect(law: Law, isKept: boolean, found = ""): boolean {
    this.#record({ ...law, verdict: isKept ? "kept" : "broken", ...(!isKept && { found }) })
    return isKept
  }

  /** Says why the laws of a method are not tried. */
  leaveOut(method: string, why: string): void {
    this.#record({ method, name: "tried", sentence: `${method} is tried.`, ids: [], verdict: "untried", found: why })
  }

  #record(outcome: Outcome): void {
    const key = `${outcome.method}: ${outcome.name}`
    const before = this.outcomes.get(key)
    if (before?.verdict === "broken" || (before?.verdict === "kept" && outcome.verdict !== "broken")) return
    this.outcomes.set(key, outcome)
    this.options.progress?.ends(outcome)
  }

  offers(method: string): boolean {
    return !this.options.without.includes(method)
  }

  /** Removes something at the end, the newest first. */
  removes(what: string, remove: Effect.Effect<Answer>): void {
    this.#removals.push([what, remove])
  }

  cleanUp(): Effect.Effect<void> {
    return Effect.forEach(this.#removals.splice(0).toReversed(), ([what, remove]) =>
      Effect.map(remove, ({ isSuccess, refusal }) => {
        if (!isSuccess) this.leftovers.push(`${what}: ${refusal}`)
      }), { discard: true })
  }

  #methodNamed(name: string): Method {
    const found = this.speaker.methods.find(({ method }) => method === name)
    if (found === undefined) throw new Error(`${this.speaker.protocol} has no method ${name}`)
    return found
  }

  /** Makes one call whose outcome no general law judges. */
  probe(name: string, content: Json.JsonObject, secret: Redacted.Redacted = this.speaker.secret): Effect.Effect<Answer> {
    return Effect.flatMap(this.speaker.requestOf(name, content, secret), (request) =>
      Effect.match(this.#send(request), {
        onFailure: ({ cause, phase }) => ({ status: 0, json: {}, isSuccess: false, refusal: `there is no answer (${phase}: ${cause instanceof Error ? cause.message : String(cause)})` }),
        onSuccess: (response) => this.#read(name, response)
      }))
  }

  #read(name: string, { body, status }: Transport.Response): Answer {
    const { context, shape } = this.speaker
    const received = Result.getOrUndefined(Json.parse(body))
    const unread = (refusal: string): Answer => ({ status, json: {}, isSuccess: false, refusal })
    if (!Json.isObject(received)) return unread(`HTTP ${status} with a body that is no JSON object`)
    const whole = shape.unwrap?.(received) ?? received
    const split = shape.split?.(whole)
    const decided = read(decision, split?.decided ?? whole, context)
    if (decided.value === undefined) {
      this.#breaks(this.#methodNamed(name), decided.problems[0]!.path, decided.problems[0]!.message)
      return unread(`${decided.problems[0]!.path} ${decided.problems[0]!.message}`)
    }
    const { errorMsg, message, success } = decided.value
    return { status, json: split?.content ?? whole, isSuccess: success && status < 400, refusal: success ? "" : message ?? errorMsg ?? "a refusal without words" }
  }

  #declaring(method: string, side: "request" | "answer", path: string, table: string): string | undefined {
    return Requirements.declaring({ source: this.speaker.source, method, side, names: MissingMembers.namesOf(path), table })
  }

  /** The law that an answer has the form of its message. */
  #breaks(method: Method, path: string, message: string): void {
    const id = this.#declaring(method.method, "answer", path, MissingMembers.recordAt(method.answer, path))
    this.expect({ method: method.method, name: `answer${path.replaceAll(/\/\d+/g, "/*")}`, sentence: `${path} of the answer to ${method.method} ${message.split(";")[0]}.`, ids: id === undefined ? [] : [id] }, false, `${path} ${message}`)
  }

  /**
   * Makes a call that must succeed, and judges its answer by the table. The first call of a method is preceded by the same call with a
   * wrong signature, and without each of its required members.
   */
  call(name: string, content: Json.JsonObject): Effect.Effect<Answer> {
    return Effect.gen({ self: this }, function*() {
      const method = this.#methodNamed(name)
      this.options.progress?.begins(name)
      if (!this.#spoiled.has(name)) {
        this.#spoiled.add(name)
        yield* this.#refusesSpoiled(method, content)
      }
      const answer = yield* this.probe(name, content)
      const isTaken = this.expect({ method: name, name: "succeeds", sentence: `${name} must succeed for a right request.`, ids: [] }, answer.isSuccess, answer.refusal)
      if (!isTaken) return answer
      const reading = read(method.answer, answer.json, this.speaker.context)
      for (const { message, path } of reading.problems) this.#breaks(method, path, message)
      for (const { path } of reading.skipped) this.#breaksRecord(method, path, answer.json)
      for (const { message, path } of reading.findings) {
        if (!reading.skipped.some((one) => path.startsWith(one.path))) this.remarks.add(`${name}: ${path.replaceAll(/\/\d+/g, "/*")} ${message}`)
      }
      this.expect({ method: name, name: "answers by its message", sentence: `The answer to ${name} must have the members that its message declares.`, ids: [] }, reading.problems.length + reading.skipped.length === 0, "see the members above")
      return answer
    })
  }

  /** A record of a list that could not be read: says which of its members is wrong. */
  #breaksRecord(method: Method, path: string, json: Json.JsonObject): void {
    const list = MissingMembers.recordsAt(method.answer, path)
    const record = MissingMembers.valueAt(json, path)
    const problems = list === undefined || record === undefined ? [] : read(list, record, this.speaker.context).problems
    if (problems.length === 0) this.#breaks(method, path, "cannot be read")
    for (const problem of problems) this.#breaks(method, path + problem.path, problem.message)
  }

  #refusesSpoiled(method: Method, content: Json.JsonObject): Effect.Effect<void> {
    return Effect.gen({ self: this }, function*() {
      const { method: name } = method
      const forged = yield* this.probe(name, content, another)
      this.expect({ method: name, name: "refuses a wrong signature", sentence: `${name} must refuse a request whose signature is wrong.`, ids: [wrongSignature[this.speaker.source]] }, !forged.isSuccess, "a request that was signed with another secret was answered with success")
      for (const { content: lacking, path, table } of MissingMembers.incompleteOf(method.request, content)) {
        const answer = yield* this.probe(name, lacking)
        const id = this.#declaring(name, "request", path, table)
        this.expect({ method: name, name: `refuses a request without ${path}`, sentence: `${name} must refuse a request without ${path}, which is required.`, ids: id === undefined ? [] : [id] }, !answer.isSuccess, `a request without ${path} was answered with success`)
      }
    })
  }
}

/** The requirement that a wrong signature is refused, in each document. */
const wrongSignature = { D1: "D1-018", G: "G-340", P: "P-024", E: "E-770" } as const
