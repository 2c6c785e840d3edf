import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { TSchema } from 'typebox'

/** Something in which a value differs from its schema; the path leads to it: `['fields', 3, 'code']`. */
export interface ShapeProblem {
  readonly path: readonly (string | number)[]
  readonly message: string
}

const ajv = new Ajv({ allErrors: true, verbose: true, strict: false })
const compiled = new WeakMap<TSchema, ValidateFunction>()

/** One problem for each place; `sentence` puts an error of the validator into plain words. */
export function shapeProblems(
  schema: TSchema,
  value: unknown,
  sentence: (error: ErrorObject) => string,
): ShapeProblem[] {
  let validate = compiled.get(schema)
  if (validate === undefined) {
    validate = ajv.compile(schema)
    compiled.set(schema, validate)
  }
  if (validate(value)) return []
  const problems = (validate.errors ?? []).map((error) => ({ path: pathOf(error), message: sentence(error) }))
  // A union reports itself after its branches, so the last word on a place is the one for people.
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
