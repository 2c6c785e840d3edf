import { useQuery } from '@tanstack/react-query'
import { workspaceQuery } from '../api/workspace.ts'

/** Returns the name of a namespace as the navigation shows it; its code when the navigation does not show it. */
export function useNamespaceName(code: string): string {
  const { data } = useQuery(workspaceQuery)
  return data?.namespaces.find((namespace) => namespace.code === code)?.name ?? code
}
