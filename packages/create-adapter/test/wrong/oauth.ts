/**
 * A wrong client for the API, in place of `src/Api.ts`: each call renews for itself, and the new token stays in a variable.
 */
const after = `export const make = Effect.fnUntraced(function*(settings: Settings) {
  const credentials = yield* Credentials.Credentials
  const { send: raw } = yield* Transport.Transport
  let access: Redacted.Redacted | undefined
  let refresh: Redacted.Redacted | undefined
  const authentication: Authentication.Authentication = (send) => (request) =>
    Effect.gen(function*() {
      if (access === undefined) {
        const held = yield* Effect.mapError(credentials.get, Credentials.toReason)
        access = held.values["accessToken"]!
        refresh = held.values["refreshToken"]
      }
      const once = () => send({ ...request, headers: [...request.headers, ["authorization", \`Bearer \${Redacted.value(access!)}\`]] })
      const first = yield* once()
      if (first.status !== 401 || refresh === undefined) return first
      const answer = yield* raw(OAuth2.request(client(settings), { type: "refresh_token", refreshToken: refresh }))
      const token = OAuth2.read(answer, 0)
      if (Result.isFailure(token)) return yield* token.failure
      access = token.success.accessToken
      refresh = token.success.refreshToken ?? refresh
      return yield* once()
    })
`

const imports = `import { Credentials, Transport } from "@crossdock/core"
import { type Authentication, JsonApi, OAuth2, StoredTokens } from "@crossdock/http-kit"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
`

export const renewsForItself = [
  ["src/Api.ts", "import { JsonApi, type OAuth2, StoredTokens } from \"@crossdock/http-kit\"\n", imports],
  ["src/Api.ts", `export const make = Effect.fnUntraced(function*(settings: Settings) {
  const authentication = yield* StoredTokens.authentication(client(settings))
`, after]
] as const
