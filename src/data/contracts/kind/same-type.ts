import { isDeepStrictEqual } from 'node:util'
import type { Field } from '../../../values/index.ts'

/**
 * Returns why a field of an application cannot implement a field of a contract; undefined when their types are the
 * same. Limits such as a maximum length may differ: each application checks its own limits. A category of the
 * application may have fewer values than that of the contract.
 */
export function typeDifference(expected: Field, found: Field): string | undefined {
  const [wanted, given] = [typeText(expected), typeText(found)]
  if (wanted !== given) return `${wanted} and ${given}`
  if (expected.columns !== undefined && !isDeepStrictEqual(columnTexts(expected), columnTexts(found))) {
    return `tables with the columns ${columnTexts(expected).join(', ')} and ${columnTexts(found).join(', ')}`
  }
  const unknown = [...(found.values?.byCode.keys() ?? [])].find((code) => !expected.values?.byCode.has(code))
  return unknown === undefined ? undefined : `categories, and only the second has the value "${unknown}"`
}

/**
 * Returns the type of a field in words, such as `several of reference to ref.products`. Equal texts mean equal types,
 * except for columns and values.
 */
export function typeText(field: Field): string {
  const { type, array } = field
  const target = type.refersTo?.(field)
  const to = target?.to === 'element' ? ` to ${target.namespace}.${target.code}` : ''
  const column = type.column.typeOf?.(field) ?? type.column.type
  const variant = column === type.column.type || array ? '' : ` (${column})`
  return `${array && type.several !== 'always' ? 'several of ' : ''}${type.word}${variant}${to}`
}

function columnTexts({ columns = new Map() }: Field): string[] {
  return [...columns.values()].map((column: Field) => `${column.code} ${typeText(column)}`).sort()
}
