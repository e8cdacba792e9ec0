/**
 * Checks what two programs write to each other by HTTP against the OpenAPI documents: the headers and the message of a request, and an
 * answer by its status. It imports no source of the protocols, so that every test can use it.
 */
import { type Name, type Operation, operationsOf } from "./Validation.ts"

export type { Name } from "./Validation.ts"

/** A request as it was written. */
export interface Request {
  readonly path: string
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface Answer {
  readonly status: number
  readonly body: string
}

/** What a request says. `message` is undefined if its body cannot be read. */
export interface Call {
  readonly protocol: Name
  readonly method: string
  readonly message: unknown
}

/** The protocol of a path. */
export const protocolOf = (path: string): Name =>
  path.includes("/global-api/")
    ? "gateway"
    : path.includes("/extApi/platform/")
    ? "platform-envelope"
    : /\/api\/[^/]+\/(?:asn|inventory)\/?$/.test(path)
    ? "erp-open-api"
    : "warehouse-envelope"

const typeOf = (headers: Request["headers"]): string => (headers["content-type"] ?? "").split(";")[0]!.trim().toLowerCase()

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The message of a body of JSON or of a urlencoded form. */
const messageOf = ({ body, headers }: Pick<Request, "body" | "headers">): unknown =>
  typeOf(headers) === "application/json"
    ? parsed(body)
    : typeOf(headers) === "application/x-www-form-urlencoded"
    ? Object.fromEntries(new URLSearchParams(body))
    : undefined

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === "object" && value !== null

const callWith = ({ path }: Request, message: unknown): Call => {
  const protocol = protocolOf(path)
  const named = isRecord(message) ? message[protocol === "erp-open-api" ? "serviceType" : "method"] : undefined
  return { protocol, method: String(protocol === "gateway" ? path.split("/").at(-1) : named), message }
}

/** What a request says, whose body is JSON or a form of any content type. */
export const callOf = async (request: Request): Promise<Call> => {
  if (!typeOf(request.headers).startsWith("multipart/")) return callWith(request, messageOf(request))
  const form = await new Response(request.body, { headers: { "content-type": request.headers["content-type"]! } }).formData()
  return callWith(request, Object.fromEntries(form))
}

const byOperation = (protocol: Name, method: string, problemOf: (operation: Operation) => string): string => {
  const operation = operationsOf(protocol).get(method)
  return operation === undefined ? `${protocol} has no operation ${method}` : problemOf(operation)
}

/** What is wrong with the message of a request; empty if it is valid. */
const problemOfCall = ({ message, method, protocol }: Call): string =>
  byOperation(protocol, method, ({ request }) => message === undefined ? "the body cannot be read" : request(message))

/** What is wrong with the headers of a request; empty if they are valid. */
const problemOfHeaders = ({ method, protocol }: Call, headers: Request["headers"]): string =>
  byOperation(protocol, method, ({ contentTypes, headers: needed }) =>
    contentTypes.includes(typeOf(headers))
      ? needed.filter((name) => headers[name] === undefined).map((name) => `the header ${name} is missing`).join("; ")
      : `the content type is ${typeOf(headers)}, and not one of ${contentTypes.join(", ")}`)

/** What is wrong with a request; empty if it is valid. */
export const problemOfRequest = (call: Call, headers: Request["headers"]): string => problemOfHeaders(call, headers) || problemOfCall(call)

/** What is wrong with a request without a multipart form; empty if it is valid. */
export const problemOfPlain = (protocol: Name, method: string, request: Pick<Request, "body" | "headers">): string =>
  problemOfRequest({ protocol, method, message: messageOf(request) }, request.headers)

/** What is wrong with an answer; empty if it is valid. */
export const problemOfAnswer = ({ method, protocol }: Pick<Call, "method" | "protocol">, { body, status }: Answer): string =>
  byOperation(protocol, method, ({ answer, others }) => {
    if (status !== 200 && !others.has(status)) return `the document has no answer with HTTP ${status}`
    const problemOf = status === 200 ? answer : others.get(status)
    if (problemOf === undefined) return body === "" ? "" : `the answer with HTTP ${status} has a body, and none is described`
    const json = parsed(body)
    return json === undefined ? `the body of the answer with HTTP ${status} is no JSON` : problemOf(json)
  })

/** Whether an answer says that the call was carried out. */
export const isSuccess = ({ body, status }: Answer): boolean => {
  const json = parsed(body)
  if (status !== 200 || !isRecord(json)) return false
  if (json["state"] === undefined) return String(json["success"]).toLowerCase() === "true"
  const content = typeof json["bizContent"] === "string" ? parsed(json["bizContent"]) : json["bizContent"]
  return String(json["state"]).toLowerCase() === "success" && !(isRecord(content) && String(content["notSuccess"]).toLowerCase() === "true")
}

/** A request that was answered. */
export interface Exchange {
  readonly request: Request
  readonly answer: Answer
}

/** What an exchange was, and what is wrong with it. */
export interface Finding extends Call {
  readonly isAccepted: boolean
  readonly problems: ReadonlyArray<string>
}

/** Checks the answer of an exchange, and its request if the answer accepts it. */
export const check = async ({ answer, request }: Exchange): Promise<Finding> => {
  const call = await callOf(request)
  const isAccepted = isSuccess(answer)
  const problems = [isAccepted ? problemOfRequest(call, request.headers) : "", problemOfAnswer(call, answer)].filter((problem) => problem !== "")
  const what = `${request.body} was answered with HTTP ${answer.status} ${answer.body}`
  return { ...call, isAccepted, problems: problems.map((problem) => `${call.protocol} ${call.method}: ${problem}: ${what}`) }
}
