/**
 * Servers of this machine that take notifications: one for HTTP, one for mail.
 */
import * as Effect from "effect/Effect"
import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"
import { SMTPServer } from "smtp-server"

export interface Posted {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** An HTTP receiver that answers with the next of these statuses, and with 204 after them, once it may. */
export const webhook = (statuses: Array<number> = [], mayAnswer: Promise<void> = Promise.resolve()) =>
  Effect.acquireRelease(
    Effect.promise(() =>
      new Promise<{ readonly url: URL; readonly posted: Array<Posted>; readonly close: () => void }>((resolve) => {
        const posted: Array<Posted> = []
        const server = createServer((request, response) => {
          let body = ""
          request.on("data", (part) => body += String(part))
          request.on("end", () => {
            const status = statuses.shift() ?? 204
            if (status < 300) posted.push({ headers: request.headers, body })
            void mayAnswer.then(() => response.writeHead(status, status === 302 ? { location: "http://127.0.0.1:9/elsewhere" } : {}).end())
          })
        })
        server.listen(0, "127.0.0.1", () =>
          resolve({ url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/alarms`), posted, close: () => {
            server.closeAllConnections()
            server.close()
          } }))
      })),
    ({ close }) => Effect.sync(close)
  )

export interface Mail {
  readonly from: string
  readonly to: ReadonlyArray<string>
  readonly user: string | undefined
  readonly text: string
}

/** A mail server that wants this user and password. */
export const mailServer = (user: string, password: string) =>
  Effect.acquireRelease(
    Effect.promise(() =>
      new Promise<{ readonly port: number; readonly mails: Array<Mail>; refuse: boolean; onMail: () => void; readonly close: () => void }>((resolve) => {
        const mails: Array<Mail> = []
        const state = { port: 0, mails, refuse: false, onMail: () => {}, close: () => void server.close(() => {}) }
        const server = new SMTPServer({
          // The certificate of a test is not trusted by the client.
          hideSTARTTLS: true,
          allowInsecureAuth: true,
          onAuth: (auth, _session, done) => auth.username === user && auth.password === password ? done(null, { user }) : done(new Error("wrong password")),
          onData: (stream, session, done) => {
            let text = ""
            stream.on("data", (part) => text += String(part))
            stream.on("end", () => {
              if (state.refuse) return done(Object.assign(new Error("mailbox of Jane Doe is full"), { responseCode: 452 }))
              mails.push({ from: (session.envelope.mailFrom as { readonly address: string }).address, to: session.envelope.rcptTo.map(({ address }) => address), user: session.user as string, text })
              state.onMail()
              done()
            })
          }
        })
        server.listen(0, "127.0.0.1", () => resolve(Object.assign(state, { port: (server.server.address() as AddressInfo).port })))
      })),
    ({ close }) => Effect.sync(close)
  )
