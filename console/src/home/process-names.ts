import { useQuery } from '@tanstack/react-query'
import { templatesQuery } from '../processes/queries.ts'
import type { Row } from '../reports/report-queries.ts'

/** Returns a function for the name of a row's process in the user's language. Rows have the name in the diagram. */
export function useProcessName(): (row: Row) => string {
  const { data = [] } = useQuery({ ...templatesQuery, refetchInterval: false })
  const names = new Map(data.map(({ namespace, code, name }) => [`${namespace}.${code}`, name]))
  return ({ process, process_name: name }) => names.get(String(process)) ?? String(name || process)
}
