import type { ErrorObject } from 'ajv'
import type { TSchema } from 'typebox'
import type { JsonValue } from '../foundation/kit/json.ts'
import { didYouMean } from '../foundation/kit/nearest.ts'
import { type SchemaProblem, schemaProblems } from '../foundation/kit/schema-problems.ts'
import { explainRule } from '../foundation/kit/schema-rule.ts'
import { durationPattern } from '../foundation/kit/time/iso-duration.ts'

/**
 * The maximum number of problems reported for one file. Finding the line of each problem takes time in proportion to
 * the length of the file.
 */
const maxProblemsOfFile = 100

/** Returns the differences between a file and `schema` as plain sentences; at most the first hundred. */
export function fileProblems(schema: TSchema, value: JsonValue): SchemaProblem[] {
  return schemaProblems(schema, value, sentence).slice(0, maxProblemsOfFile)
}

/** Returns a path as text: `['fields', 3, 'type']` becomes `fields[3].type`. */
export function pathText(path: readonly (string | number)[]): string {
  return path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : text === '' ? part : `${text}.${part}`),
    '',
  )
}

function sentence(error: ErrorObject): string {
  const { keyword, params, data, parentSchema } = error
  switch (keyword) {
    case 'additionalProperties': {
      const known = Object.keys(parentSchema?.properties ?? {})
      return `unknown key${didYouMean(params.additionalProperty, known) || `; known are ${known.join(', ')}`}`
    }
    case 'required':
      return 'is missing'
    case 'type':
      return `must be ${typeWords[params.type] ?? params.type}, not ${shown(data)}`
    case 'const':
    case 'anyOf':
      return `${shown(data)} is not allowed here${allowedWords(parentSchema, data)}`
    case 'pattern':
      if (params.pattern === durationPattern) return `${shown(data)} must be a duration in ISO 8601, such as PT4H`
      return `${shown(data)} is not allowed here; it must match ${params.pattern}`
    default:
      return explainRule(error)
  }
}

const typeWords: Readonly<Record<string, string>> = {
  object: 'a map of keys',
  array: 'a list',
  string: 'text',
  integer: 'a whole number',
  boolean: 'true or false',
}

function allowedWords(schema: Record<string, unknown> | undefined, data: unknown): string {
  const branches = Array.isArray(schema?.anyOf) ? schema.anyOf : [schema]
  const words = branches.map((branch) => branch?.const).filter((word) => typeof word === 'string')
  if (words.length === 0) return ''
  const near = typeof data === 'string' ? didYouMean(data, words) : ''
  return near || `: ${words.join(', ')}`
}

function shown(data: unknown): string {
  const text = JSON.stringify(data) ?? 'nothing'
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
