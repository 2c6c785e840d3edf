import type { Field } from '../fields/field-type.ts'
import { typeNamed } from '../fields/field-types.ts'
import type { FormField } from '../fields/use-form.ts'
import type { Report } from './report-queries.ts'

export type Parameter = Report['parameters'][number]
export type ReportColumn = Report['columns'][number]

/** Returns a column as the field that shows its values. */
export const columnField = ({ code, name, type, view }: ReportColumn): Field => ({
  code,
  type: typeNamed(type).code,
  array: false,
  required: false,
  view: { name },
  data: { view: view ?? 'datetime' },
})

/** Returns a parameter as the field of a form. */
export const parameterField = (parameter: Parameter): FormField => ({
  ...columnField(parameter),
  array: parameter.array,
  required: parameter.required,
  label: parameter.name,
  isRequired: parameter.required,
  isReadOnly: false,
  data: { view: parameter.view ?? 'datetime', enumItems: [...(parameter.values ?? [])] },
})

/** Returns the initial values of the form of parameters: the values of the address, or the defaults. */
export const initialValues = (parameters: readonly Parameter[], given: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(parameters.map(({ code, default: preset }) => [code, given[code] ?? preset ?? null]))

/** Returns whether every required parameter has a value or a default. */
export const isComplete = (parameters: readonly Parameter[], given: Readonly<Record<string, unknown>>): boolean =>
  parameters.every(({ code, required, default: preset }) => !required || (given[code] ?? preset ?? null) !== null)
