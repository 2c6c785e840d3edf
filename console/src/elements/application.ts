import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import type { Operations } from '../api/operations.ts'
import { keys } from '../api/query-keys.ts'
import type { Field, Status } from '../fields/field-type.ts'

type Schema = Operations['getApplicationSchema']['result']['application']

/** The schema of an application: fields, forms, statuses and rights. The field `__status` has the statuses. */
export type Application = Pick<
  Schema,
  '__id' | 'namespace' | 'code' | 'name' | 'elementName' | 'type' | 'forms' | 'formSections' | 'statusGroups' | 'rights'
> & {
  readonly fields: readonly Field[]
  readonly statuses: readonly Status[]
  readonly params: { readonly nameTemplate?: string | null }
}
export type Element = Operations['listElements']['result']['result']['result'][number]

/** The schema of an application, with the rights of the user. */
export const applicationQuery = (namespace: string, code: string) =>
  queryOptions({
    queryKey: keys.application(namespace, code),
    queryFn: async ({ signal }): Promise<Application> => {
      const { application } = await call('getApplicationSchema', { params: { namespace, code }, signal })
      const { fields, statuses } = application
      const withStatuses = fields.map((field) =>
        field.code === '__status' ? { ...field, data: { ...field.data, statuses } } : field,
      )
      return { ...application, fields: withStatuses } as Application
    },
    staleTime: 5 * 60_000,
  })
