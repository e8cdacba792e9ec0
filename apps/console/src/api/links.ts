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

/** Links to choose from, each under a name of its own: its id, and what tells it from others with this id. */
export const linkChoices = (links: ReadonlyArray<{ readonly id: string; readonly scope: string }>): ReadonlyArray<readonly [scope: string, label: string]> => {
  const namesOf = ({ id, scope }: { readonly id: string; readonly scope: string }) => [id, `${id}, ${scope.split(":")[0]}`, scope] as const
  return links.map((link) => {
    const isOwn = (name: string, at: number) => links.every((other) => other.scope === link.scope || namesOf(other)[at] !== name)
    return [link.scope, namesOf(link).find(isOwn) ?? link.scope]
  })
}
