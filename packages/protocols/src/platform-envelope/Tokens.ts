/**
 * Tokens of a platform: what getToken and refreshToken exchange (spec 2 §4B, §5). `GrantedTokens` of the kit keeps them as a
 * credential of the connection.
 */
import type * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { GrantedTokens, type Serving } from "../kit/index.ts"
import { omitUndefined, type Refusal, type Table } from "../wire/index.ts"
import * as Messages from "./Messages/Tokens.ts"

export type Granted = GrantedTokens.Granted
export const { obtained, renewal } = GrantedTokens

const secret = (text: string, label: string) => Redacted.make(text, { label })

export const fromWire = ({ accessExpiresIn, accessToken, country, onlineShopId, refreshExpiresIn, refreshToken }: Messages.Answer): Granted =>
  omitUndefined({
    accessToken: secret(accessToken, "accessToken"),
    accessExpiresIn,
    refreshToken: secret(refreshToken, "refreshToken"),
    refreshExpiresIn,
    onlineShopId,
    country: country === undefined ? undefined : Messages.countryFromWire(country)
  })

const toWire = ({ accessToken, country, refreshToken, ...granted }: Granted) =>
  omitUndefined({
    ...granted,
    success: true,
    accessToken: Redacted.value(accessToken),
    refreshToken: Redacted.value(refreshToken),
    country: country === undefined ? undefined : Messages.countryToWire(country)
  })

export type CodeExchange = GrantedTokens.CodeExchange
export type TokenRefresh = GrantedTokens.TokenRefresh
export type Issuer<Who, I, R> = GrantedTokens.Issuer<Who, I, R>

export const methods: ReadonlyArray<string> = [Messages.getToken.method, Messages.refreshToken.method]

export const isMethod = (method: string): boolean => methods.includes(method)

type Asked = Partial<Table.Value<typeof Messages.getToken.request> & Table.Value<typeof Messages.refreshToken.request>>

const toPayload = ({ code, onlineShopId, redirectUri, refresh_token: token }: Asked) =>
  omitUndefined({ code: code && secret(code, "code"), refreshToken: token && secret(token, "refreshToken"), onlineShopId, redirectUri })

const served: Readonly<Record<string, Serving.Served>> = {
  [Messages.getToken.method]: { ...Messages.getToken, toPayload, toAnswer: toWire },
  [Messages.refreshToken.method]: { ...Messages.refreshToken, toPayload, toAnswer: toWire }
}

/** Selects the messages and the function of an issuer for a method. */
export const serving = <Who, I, R>(method: string, { getToken, refreshToken }: Issuer<Who, I, R>) => ({
  served: served[method]!,
  issue: (method === Messages.getToken.method ? getToken : refreshToken) as (caller: Who, asked: never, info: I) => Effect.Effect<Granted, Refusal.Refusal, R>
})
