import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import type { Operations } from '../api/operations.ts'
import type { Field } from '../fields/field-type.ts'
import { typeOf } from '../fields/field-types.ts'
import type { FormField } from '../fields/use-form.ts'
import type { Instance } from './queries.ts'

type Variable = Operations['getProcess']['result']['process']['context'][number]

/** Types that only process variables have, and the field types by which they are shown and edited. */
const like: Readonly<Record<string, string>> = { DECIMAL: 'FLOAT', DURATION: 'STRING' }

/** Returns a variable of a process as a field of a form. */
export function variableField(variable: Variable, more: Partial<FormField> = {}): FormField {
  const field = { ...variable, type: like[variable.type] ?? variable.type } as unknown as Field
  return { ...field, label: variable.view.name, isRequired: variable.required, isReadOnly: false, ...more }
}

/**
 * The variables of an instance with the names of the referenced objects. Variables that only an older version declares
 * keep the value that the instance has, with ids instead of names.
 */
export const contextQuery = ({ id, template, context, updatedAt }: Instance, variables: readonly Variable[]) =>
  queryOptions({
    queryKey: ['instance', id, 'context', updatedAt],
    queryFn: async ({ signal }) => {
      const fields = Object.fromEntries(
        variables.map((each) => [each.code, typeOf(variableField(each)).requests ?? true]),
      )
      const params = { namespace: template.namespace, code: template.code }
      const { result } = (await call('listInstances', { params, body: { ids: [id], fields, size: 1 }, signal })).result
      const values = { ...context, ...result[0] }
      return { ...values, ...formValues(variables, values) }
    },
  })

/** Converts the values of variables to the values of a form. */
export function formValues(
  variables: readonly Pick<Variable, 'code' | 'type'>[],
  values: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    variables.map(({ code, type }) => [code, type === 'DECIMAL' ? asNumber(values[code]) : values[code]]),
  )
}

/** Returns a decimal, a text in JSON, as a number. Forms send changed values only, so others stay exact. */
const asNumber = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(asNumber)
  return typeof value === 'string' && value !== '' ? Number(value) : value
}
