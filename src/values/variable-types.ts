import type { FieldType, InputForm, VariableForm } from './field-type.ts'
import { valueTypes } from './field-types.ts'

/** A type of variables, and the type of the values that a variable holds. */
export interface VariableType extends VariableForm {
  readonly word: string
  readonly type: FieldType
}

/** The types of variables and of fields of tasks by their words in a diagram, in the order in which they are offered. */
export const variableTypes: ReadonlyMap<string, VariableType> = new Map(
  valueTypes.flatMap((type) =>
    Object.entries(type.asVariables ?? {}).map(([word, form]) => {
      const { read = type.read } = form
      return [word, { ...form, word, type: read === type.read ? type : { ...type, read } }] as const
    }),
  ),
)

/** The inputs of document templates by their words, in the order in which they are offered. */
export const inputTypes: ReadonlyMap<string, InputForm> = new Map(
  valueTypes.flatMap(({ asInputs }) => Object.entries(asInputs ?? {})),
)

/** The type of a variable that declares none: any JSON. */
export const untypedVariable = 'json'
