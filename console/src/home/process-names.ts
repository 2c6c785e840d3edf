import { useQueries, useQuery } from '@tanstack/react-query'
import { modelQuery, templatesQuery } from '../processes/queries.ts'
import type { Row } from '../reports/report-queries.ts'

/** Returns a function for the name of a row's process in the user's language. Rows have the name in the diagram. */
export function useProcessName(): (row: Row) => string {
  const { data = [] } = useQuery({ ...templatesQuery, refetchInterval: false })
  const names = new Map(data.map(({ namespace, code, name }) => [`${namespace}.${code}`, name]))
  return ({ process, process_name: name }) => names.get(String(process)) ?? String(name || process)
}

/** Returns a function for the name of a row's step on the diagram; the id of the step until the diagram is loaded. */
export function useStepName(): (row: Row) => string {
  const { data = [] } = useQuery({ ...templatesQuery, refetchInterval: false })
  const stopped = data.filter(({ counts }) => (counts?.incidents ?? 0) > 0)
  const models = useQueries({
    queries: stopped.map(({ namespace, code, version }) => modelQuery(namespace, code, version)),
  })
  const of = new Map(stopped.map(({ namespace, code }, at) => [`${namespace}.${code}`, models[at]?.data?.model]))
  return ({ process, element }) => of.get(String(process))?.byId.get(String(element))?.name ?? String(element ?? '')
}
