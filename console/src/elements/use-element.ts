import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { keys } from '../api/query-keys.ts'
import { requestOf, typeOf } from '../fields/field-types.ts'
import type { Application, Element } from './application.ts'

/** Queries an element with the names of its references; null when the element does not exist. */
export function useElement(schema: Application, id: string) {
  return useQuery({
    queryKey: keys.elements(schema, 'one', id),
    queryFn: ({ signal }) => readElement(schema, id, signal),
  })
}

/** Reads an element with the names of its references; null when the element does not exist. */
export async function readElement(schema: Application, id: string, signal?: AbortSignal): Promise<Element | null> {
  const { namespace, code } = schema
  const loaded = schema.fields
    .filter((field) => typeOf(field).refersTo && !field.system)
    .map((field) => [field.code, requestOf(field)] as const)
  const body = { ids: [id], size: 1, fields: { '*': true, ...Object.fromEntries(loaded) } }
  const { result } = await call('listElements', { params: { namespace, code }, body, ...(signal && { signal }) })
  return result.result[0] ?? null
}
