/**
 * Addresses that a caller may give in its header `apiUrl`. They are only compared and never called: the settings of a
 * connection say where its peer is called (U-86).
 */
import { AddressGuard } from "@crossdock/transport-undici"
import * as Result from "effect/Result"

/** Normalizes an address; trailing slashes do not count. */
export const normal = ({ origin, pathname }: URL): string => origin + pathname.replace(/\/+$/, "")

/** Validates and normalizes an address of an allow list; fails with what is wrong. */
export const read = (written: string): Result.Result<string, string> => {
  const url = URL.parse(written)
  if (url === null) return Result.fail(`${JSON.stringify(written)} is not an address; write one such as https://wms.example`)
  const refused = AddressGuard.check(url, { trust: "received", hosts: [url.host] })
  if (refused !== undefined) return Result.fail(refused.message)
  return url.search === "" && url.hash === "" ? Result.succeed(normal(url)) : Result.fail("the address must have no query and no fragment")
}
