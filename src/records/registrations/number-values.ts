import type { Reader } from '../../foundation/db/database.ts'
import { isObject, type JsonValue } from '../../foundation/kit/json.ts'
import type { CaseRow } from '../nomenclature/case.ts'
import { directoryCodes } from '../nomenclature/directories.store.ts'
import { readNumberTemplate } from '../numbers/number-template.ts'
import { fillTemplate, type NumberPart, type TokenValue } from '../numbers/render-number.ts'
import { unitOf } from './registrations.store.ts'

/** The values of an element that the tokens of a number template can name. */
export interface NumberedElement {
  readonly app: string
  readonly author: string
  readonly values: Readonly<Record<string, unknown>>
}

/**
 * Returns the number of a case with everything but the counter filled in. Without an element, its tokens have no value.
 * `day` is the registration date.
 */
export async function partsOfNumber(
  reader: Reader,
  { id, directoryId, office, index, docflow, registrationSettings }: CaseRow,
  day: string,
  element?: NumberedElement,
): Promise<NumberPart[]> {
  const { template } = readNumberTemplate(registrationSettings.template)
  const names = new Set(template.flatMap((part) => (typeof part === 'string' ? [] : [part.name])))
  const needsCodes = names.has('directory.code') || names.has('office.code')
  const codes = needsCodes ? await directoryCodes(reader, directoryId, office) : undefined
  const unit = names.has('author.unit') && element ? await unitOf(reader, element.author) : undefined
  const value: TokenValue = ({ name, argument = '' }) => {
    switch (name) {
      case 'case.index':
        return index ?? undefined
      case 'directory.code':
        return codes?.directory ?? undefined
      case 'office.code':
        return codes?.office ?? undefined
      case 'yyyy':
        return day.slice(0, 4)
      case 'yy':
        return day.slice(2, 4)
      case 'mm':
        return day.slice(5, 7)
      case 'dd':
        return day.slice(8, 10)
      case 'docflow':
        return docflow
      case 'app.code':
        return element?.app
      case 'author.unit':
        return unit
      case 'field':
        return textOf(element?.values[argument])
      default:
        throw new Error(`the template of case ${id} has the unknown token ${name}`)
    }
  }
  return fillTemplate(template, value, registrationSettings.minLength)
}

/** Returns the value of a field as a part of a number: codes of categories, days of times. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\dT/.test(value) ? value.slice(0, 10) : value
  if (!Array.isArray(value)) return undefined
  const codes = (value as JsonValue[]).map((one) => (isObject(one) ? one.code : one))
  return codes.filter((code) => typeof code === 'string').join(', ')
}
