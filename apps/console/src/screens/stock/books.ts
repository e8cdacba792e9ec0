/** The connections that keep books in this runner, which rarely change. */
import { useQuery } from "@tanstack/react-query"
import { answered, api } from "../../api/client.ts"

export const useBooks = (): ReadonlyArray<string> | undefined => {
  const { data } = useQuery({ queryKey: ["connections"], queryFn: ({ signal }) => answered(api.GET("/admin/connections", { signal })), refetchInterval: false, staleTime: 60_000 })
  // Books that somebody else keeps answer for named warehouses only; into those of this runner one can enter records.
  return data?.items.filter(({ contract, offers }) => contract === "books/v1" && offers.includes("enterRecords")).map(({ id }) => id)
}
