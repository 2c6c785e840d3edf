import type { JsonObject, JsonValue } from '../../../foundation/kit/json.ts'
import { didYouMean } from '../../../foundation/kit/nearest.ts'
import { inputTypes } from '../../../values/index.ts'
import { inputInvalid } from '../errors.ts'
import { anyInput, type TemplateInput } from '../settings/template-settings.ts'

/** Checks the inputs of a document. Throws `document_template.input_invalid`; inputs that are not given are null. */
export function readInputs(inputs: readonly TemplateInput[], given: Readonly<Record<string, unknown>>): JsonObject {
  const codes = inputs.map(({ code }) => code)
  for (const name of Object.keys(given)) {
    if (codes.includes(name)) continue
    const hint = codes.length === 0 ? '; it has no inputs' : didYouMean(name, codes)
    throw inputInvalid(`the template has no input "${name.slice(0, 100)}"${hint}`, { field: name.slice(0, 100) })
  }
  return Object.fromEntries(
    inputs.map((input) => [input.code, read(input, (given[input.code] ?? null) as JsonValue, input.code)]),
  )
}

function read({ type = anyInput, columns = [] }: ReadInput, value: JsonValue, path: string): JsonValue {
  const form = inputTypes.get(type)
  if (value === null || form === undefined) return value
  if (!form.fits(value)) throw inputInvalid(`"${path}" must be ${form.expected}`, { field: path })
  if (!form.hasColumns) return value
  return (value as JsonObject[]).map((row, index) => {
    const cells = columns.map((column) => {
      const cell = row[column.code] ?? null
      return [column.code, read(column, cell, `${path}[${index}].${column.code}`)] as const
    })
    return Object.fromEntries(cells)
  })
}

type ReadInput = Pick<TemplateInput, 'type' | 'columns'>
