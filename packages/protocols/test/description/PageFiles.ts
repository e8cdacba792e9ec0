/** The page of each protocol in docs/spec. */
export const pages: Readonly<Record<string, string>> = {
  "warehouse-envelope": "1-warehouse-envelope.md",
  gateway: "2a-gateway.md",
  "platform-envelope": "2b-platform-envelope.md",
  "erp-open-api": "3-erp-open-api.md"
}
