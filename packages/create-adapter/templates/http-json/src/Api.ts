/**
 * The client for Acme's API: JSON over HTTP, with a key in a header. An error is a 4xx with `code` and `message`.
 */
import { Authentication, JsonApi } from "@crossdock/http-kit"
import { faults } from "./Faults.ts"
import type { Settings } from "./Settings.ts"

/** Makes the client for one account. */
export const make = ({ apiKey, baseUrl }: Settings) =>
  JsonApi.make({ baseUrl, authentication: Authentication.bearer(apiKey), faults })
