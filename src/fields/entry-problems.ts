import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { didYouMean } from '../kit/nearest.ts'
import { shown } from './errors.ts'
import { entrySchema } from './field-schema.ts'
import type { FieldType } from './field-type.ts'

/** Something wrong in a field's entry; the path starts inside the entry: `['values', 2, 'code']`. */
export interface FieldProblem {
  readonly path: readonly (string | number)[]
  readonly message: string
}

const ajv = new Ajv({ allErrors: true, verbose: true, strict: false })
const validators = new Map<FieldType, ValidateFunction>()

/** Everything in which an entry differs from the shape that its type wants, one problem for each place. */
export function entryProblems(entry: Record<string, unknown>, type: FieldType): FieldProblem[] {
  let validate = validators.get(type)
  if (validate === undefined) {
    validate = ajv.compile(entrySchema(type))
    validators.set(type, validate)
  }
  if (validate(entry)) return []
  // A union reports itself after its branches, so the last word on a place is the one for people.
  const problems = (validate.errors ?? []).map((error) => ({ path: pathOf(error), message: sentence(error) }))
  return [...new Map(problems.map((problem) => [JSON.stringify(problem.path), problem])).values()]
}

function pathOf({ instancePath, keyword, params }: ErrorObject): (string | number)[] {
  const parts = instancePath
    .split('/')
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part.replaceAll('~1', '/').replaceAll('~0', '~')))
  if (keyword === 'additionalProperties') parts.push(params.additionalProperty)
  if (keyword === 'required') parts.push(params.missingProperty)
  return parts
}

function sentence({ keyword, params, data, parentSchema, message }: ErrorObject): string {
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
  return `${message ?? 'is wrong'}, not ${shown(data)}`
}
