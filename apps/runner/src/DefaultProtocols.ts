/**
 * The protocols that a runner serves if its composition names none. This list, the commands of the CLI and the diagnosis of signatures
 * are the only places of the runner that import protocols of the house; everything else works with `ServedProtocol` values, as with those of others.
 */
import type { ServedProtocol } from "@crossdock/protocols/kit"
import { protocol as openApi } from "@crossdock/protocols/erp-open-api"
import { protocol as gateway } from "@crossdock/protocols/gateway"
import { protocol as platform } from "@crossdock/protocols/platform-envelope"
import { CallbackServer, protocol as warehouse } from "@crossdock/protocols/warehouse-envelope"

export const all: ReadonlyArray<ServedProtocol.Any> = [warehouse, gateway, platform, openApi]

/** How the answer for an unknown path describes the paths of each; other protocols are described by their name and paths. */
export const descriptions: Readonly<Record<string, string>> = {
  [warehouse.name]: "the warehouse is at POST /warehouse",
  [gateway.name]: "the gateway at /global-api/v1/warehouse/{operation}",
  [platform.name]: "shops at /extApi/platform/{method}",
  [openApi.name]: "the open API of an ERP at /api/v1/asn and /api/v1/inventory",
  [warehouse.receiving!.name]: "callbacks at /sys/automatic/receiveOdo/{type} and /sys/automatic/receiveAsn/{type}"
}

/** The name of the OpenAPI document of each, as `@crossdock/protocols` has it. */
export const documents: Readonly<Record<string, string>> = {
  [warehouse.name]: "warehouse-envelope",
  [gateway.name]: "gateway",
  [platform.name]: "platform-envelope",
  [openApi.name]: "erp-open-api"
}

/** The form of the refusals of callbacks that reach no plugin. */
export const callbacks = CallbackServer
