import { isObject, type JsonObject, type JsonValue } from '../../../foundation/kit/json.ts'
import { didYouMean } from '../../../foundation/kit/nearest.ts'
import { inputInvalid } from '../errors.ts'
import type { TemplateInput } from '../settings/template-settings.ts'

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

const forms: Readonly<Record<string, { readonly fits: (value: JsonValue) => boolean; readonly what: string }>> = {
  string: { fits: (value) => typeof value === 'string', what: 'a text' },
  number: {
    fits: (value) => typeof value === 'number' || isMatch(value, /^-?\d{1,30}(\.\d{1,30})?$/),
    what: 'a number',
  },
  boolean: { fits: (value) => typeof value === 'boolean', what: 'true or false' },
  date: { fits: (value) => isMatch(value, /^\d{4}-\d\d-\d\d$/), what: 'a date such as 2026-05-31' },
  datetime: {
    fits: (value) => isMatch(value, /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/),
    what: 'a date and time such as 2026-05-31T09:00:00Z',
  },
}

const isMatch = (value: JsonValue, form: RegExp): boolean => typeof value === 'string' && form.test(value)

type ReadInput = Pick<TemplateInput, 'type' | 'columns'>

function read(input: ReadInput, value: JsonValue, path: string): JsonValue {
  const { type = 'any', columns = [] } = input
  if (value === null) return null
  if (type === 'table') {
    if (!Array.isArray(value) || !value.every(isObject))
      throw inputInvalid(`"${path}" must be a list of rows`, { field: path })
    return value.map((row, index) => {
      const cells = columns.map((column) => {
        const cell = ((row as JsonObject)[column.code] ?? null) as JsonValue
        return [column.code, read(column, cell, `${path}[${index}].${column.code}`)] as const
      })
      return Object.fromEntries(cells)
    })
  }
  const form = forms[type]
  if (form !== undefined && !form.fits(value)) throw inputInvalid(`"${path}" must be ${form.what}`, { field: path })
  return value
}
