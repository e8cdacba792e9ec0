/** An ERP, and a plugin of one warehouse type at a gateway whose connections the test adds at run time. */
import { defineRunner } from "@crossdock/config"
import { erpOpenApi } from "@crossdock/erp-open-api"
import { warehouseGatewayOf } from "@crossdock/warehouse-gateway"
import * as Schema from "effect/Schema"

const acme = warehouseGatewayOf({
  id: "warehouse-acme",
  title: "Acme",
  offers: ["listStock"],
  authInfo: {
    customerNumber: Schema.NonEmptyString.annotate({ title: "Customer number", description: "Stands on the contract" }),
    portalKey: Schema.RedactedFromValue(Schema.NonEmptyString, { label: "portalKey" }).annotate({ title: "Portal key" }),
    depot: Schema.optionalKey(Schema.NonEmptyString.annotate({ title: "Depot" }))
  }
})

export default defineRunner({ plugins: [erpOpenApi, acme], connections: [], links: [] })
