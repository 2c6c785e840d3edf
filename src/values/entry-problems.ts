import type { ErrorObject } from 'ajv'
import type { TSchema } from 'typebox'
import { didYouMean } from '../foundation/kit/nearest.ts'
import { type SchemaProblem, schemaProblems } from '../foundation/kit/schema-problems.ts'
import { explainRule } from '../foundation/kit/schema-rule.ts'
import { shown } from './errors.ts'
import { entrySchema } from './field-schema.ts'
import type { FieldType } from './field-type.ts'
import { fieldTypes } from './field-types.ts'

/** A problem in a field's entry. The path starts inside the entry, such as `['values', 2, 'code']`. */
export type FieldProblem = SchemaProblem

const schemas: ReadonlyMap<FieldType, TSchema> = new Map(fieldTypes.map((type) => [type, entrySchema(type)]))

/** Returns the differences between an entry and the shape of its type, at most one problem for each place. */
export function entryProblems(entry: Record<string, unknown>, type: FieldType): FieldProblem[] {
  return schemaProblems(schemas.get(type)!, entry, sentence)
}

function sentence(error: ErrorObject): string {
  const { keyword, params, data, parentSchema } = error
  if (keyword === 'required') return 'is missing'
  if (keyword === 'additionalProperties') {
    const known = Object.keys(parentSchema?.properties ?? {})
    return `unknown key${didYouMean(params.additionalProperty, known) || `; known are ${known.join(', ')}`}`
  }
  if (keyword === 'pattern') return `${shown(data)} does not match ${params.pattern}`
  if (keyword === 'anyOf') {
    const words = (parentSchema?.anyOf ?? []).flatMap((branch: { const?: unknown }) => branch.const ?? [])
    return `${shown(data)} is not allowed here${words.length > 0 ? `; one of ${words.join(', ')} is` : ''}`
  }
  if (keyword === 'type') return `must be ${params.type}, not ${shown(data)}`
  return `${explainRule(error)}, not ${shown(data)}`
}
