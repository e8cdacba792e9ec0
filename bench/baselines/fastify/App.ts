/** What all fastify services share: reading the body, authentication, and the form of refusals. */
import Fastify, { type FastifyInstance, type FastifyRequest } from "fastify"
import { dispatched, type Envelope, maxBody, opened, type Operations } from "../common/Envelope.ts"
import { Refusal, refused, unread } from "../common/Refusal.ts"
import { settings } from "../common/Settings.ts"

const refusalOf = (error: unknown): Refusal => {
  if (error instanceof Refusal) return error
  const { code, statusCode } = error as { readonly code?: string; readonly statusCode?: number }
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE") return unread(415, "CONTENT_TYPE_INVALID", "send application/json or a form")
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE") return unread(413, "BODY_TOO_LARGE", "send less")
  return statusCode === 400 ? unread(400, "BODY_INVALID", "send one JSON object") : refused(error)
}

export const make = (): FastifyInstance => {
  const app = Fastify({ bodyLimit: maxBody, logger: false, keepAliveTimeout: 65_000 })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(["application/json", "application/x-www-form-urlencoded"], { parseAs: "string" }, (request, body, done) => {
    try {
      done(null, opened(request.headers["content-type"], body as string))
    } catch (error) {
      done(error as Error)
    }
  })
  app.get("/readyz", () => ({ ok: true }))
  return app
}

/** A route that accepts envelopes. */
export const serve = (app: FastifyInstance, options: {
  readonly path: string
  readonly failure: (message: string) => unknown
  readonly response?: object
  readonly operations: Operations
}): void => {
  const { failure, operations, path, response } = options
  app.route({
    method: ["GET", "PUT", "DELETE", "PATCH"],
    url: path,
    handler: (_, reply) => reply.code(405).send(failure(unread(405, "HTTP_METHOD_INVALID", "only POST is served here").message))
  })
  app.post(path, {
    ...(response !== undefined && { schema: { response: { 200: response } } }),
    errorHandler: (error, _, reply) => {
      const refusal = refusalOf(error)
      return reply.code(refusal.status).serializer(JSON.stringify).header("content-type", "application/json; charset=utf-8").send(failure(refusal.message))
    }
  }, (request: FastifyRequest) => {
    const envelope = request.body as Envelope | undefined
    if (envelope === undefined || envelope === null) throw unread(400, "BODY_INVALID", "send one JSON object")
    return dispatched(operations, envelope)
  })
}

export const listen = async (app: FastifyInstance): Promise<void> => {
  await app.listen({ host: "127.0.0.1", port: settings.port })
  process.on("SIGTERM", () => process.exit(0))
}
