/**
 * The links of the runner, which are rarely changed: for filters, and to name a link by its id.
 */
import { useQuery } from "@tanstack/react-query"
import { answered, api } from "./client.ts"

export const useLinks = () => {
  const { data } = useQuery({
    queryKey: ["links"],
    queryFn: ({ signal }) => answered(api.GET("/admin/links", { signal })),
    refetchInterval: false,
    staleTime: 60_000
  })
  return data?.items
}

/** A link by its id, as people name it: "shop-nl" of "platform:shop-nl:vendure:1". */
export const linkName = (scope: string): string => scope.split(":")[1] ?? scope
