/**
 * Addresses that a caller may name in its header `apiUrl`. They are compared and never called: where a peer is called
 * stands in the settings of its connection (U-86).
 */
import { AddressGuard } from "@crossdock/transport-undici"
import * as Result from "effect/Result"

/** One spelling for one address: what follows the last letter of the path does not count. */
export const normal = ({ origin, pathname }: URL): string => origin + pathname.replace(/\/+$/, "")

/** An address of an allow list in one spelling; fails with what is wrong with it. */
export const read = (written: string): Result.Result<string, string> => {
  const url = URL.parse(written)
  if (url === null) return Result.fail(`${JSON.stringify(written)} is no address; write one like https://wms.example`)
  const refused = AddressGuard.check(url, { trust: "received", hosts: [url.host] })
  if (refused !== undefined) return Result.fail(refused.message)
  return url.search === "" && url.hash === "" ? Result.succeed(normal(url)) : Result.fail("an address of this list has no query and no fragment")
}
