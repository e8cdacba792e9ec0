/** The messages of getToken and refreshToken, which exchange a code or a refresh token for tokens (spec 2 §4B). */
import type { Exchange } from "../../kit/index.ts"
import { Table } from "../../wire/index.ts"
import { platform, onlineShopId, response } from "./Response.ts"

const seconds = { kind: "quantity", of: "count", written: "number" } as const satisfies Table.QuantityType

const told = [
  ...response,
  Table.required("accessToken", Table.text),
  Table.required("accessExpiresIn", seconds),
  Table.required("refreshToken", Table.text),
  Table.required("refreshExpiresIn", seconds),
  onlineShopId,
  Table.optional("country", Table.text)
] as const

export const getToken = {
  method: "getToken",
  request: Table.make("getToken", [
    platform,
    Table.required("code", Table.text),
    onlineShopId,
    Table.optional("redirectUri", Table.text)
  ]),
  answer: Table.make("getToken answer", told)
} satisfies Exchange.Messages

export const refreshToken = {
  method: "refreshToken",
  request: Table.make("refreshToken", [
    platform,
    Table.required("refresh_token", Table.text, {
      also: ["refreshToken"],
      named: { name: "refreshTokenMember", forms: { refreshToken: "refreshToken" } }
    }),
    onlineShopId
  ]),
  answer: Table.make("refreshToken answer", told)
} satisfies Exchange.Messages

export type Answer = Table.Value<typeof getToken.answer>

/** The documents list Indonesia in upper case and the other countries in lower case (variants.md row 33). */
export const countryToWire = (code: string): string => (code.toUpperCase() === "ID" ? "ID" : code.toLowerCase())
/** A two-letter code in upper case, whatever case the platform writes. */
export const countryFromWire = (country: string): string => country.toUpperCase()
