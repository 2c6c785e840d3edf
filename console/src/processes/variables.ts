import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import type { Operations } from '../api/operations.ts'
import { keys } from '../api/query-keys.ts'
import type { Field } from '../fields/field-type.ts'
import { requestOf } from '../fields/field-types.ts'
import type { FormField } from '../fields/use-form.ts'
import { editedVariable, shownTypeOf } from '../fields/variable-types.ts'
import type { Instance } from './queries.ts'

type Variable = Operations['getProcess']['result']['process']['context'][number]

/** Returns a variable of a process as a field of a form. */
export function variableField(variable: Variable, more: Partial<FormField> = {}): FormField {
  const field = { ...variable, type: shownTypeOf(variable.type) } as unknown as Field
  return { ...field, label: variable.view.name, isRequired: variable.required, isReadOnly: false, ...more }
}

/**
 * The variables of an instance with the names of the referenced objects. Variables that only an older version declares
 * keep the value that the instance has, with ids instead of names.
 */
export const contextQuery = ({ id, template, context, updatedAt }: Instance, variables: readonly Variable[]) =>
  queryOptions({
    queryKey: keys.instance(id, 'context', updatedAt),
    queryFn: async ({ signal }) => {
      const fields = Object.fromEntries(variables.map((each) => [each.code, requestOf(variableField(each))]))
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
  return Object.fromEntries(variables.map(({ code, type }) => [code, editedVariable(type, values[code])]))
}

/** Returns the values that a text of JSON gives to variables; undefined if the text is not a JSON object. */
export function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}
