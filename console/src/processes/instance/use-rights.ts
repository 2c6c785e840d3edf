import { useQuery } from '@tanstack/react-query'
import { type Instance, templateQuery } from '../queries.ts'

/** Returns whether the user administers the process of an instance; false until the rights are loaded. */
export function useAdministers({ template }: Instance): boolean {
  const { data } = useQuery({ ...templateQuery(template.namespace, template.code), staleTime: 60_000 })
  return data?.rights.includes('administer') ?? false
}
