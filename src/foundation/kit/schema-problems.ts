import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { TSchema } from 'typebox'

/** One mismatch between a value and its schema. The path leads to the mismatch: `['fields', 3, 'code']`. */
export interface SchemaProblem {
  readonly path: readonly (string | number)[]
  readonly message: string
}

// The schemas are part of the program, and each one checks only a few values, so validating and optimizing the schemas
// takes longer than it saves.
const ajv = new Ajv({ allErrors: true, verbose: true, strict: false, validateSchema: false, code: { optimize: false } })
const compiled = new WeakMap<TSchema, ValidateFunction>()

/** Returns at most one problem per path. `sentence` converts an error of the validator to a message. */
export function schemaProblems(
  schema: TSchema,
  value: unknown,
  sentence: (error: ErrorObject) => string,
): SchemaProblem[] {
  let validate = compiled.get(schema)
  if (validate === undefined) {
    validate = ajv.compile(schema)
    compiled.set(schema, validate)
  }
  if (validate(value)) return []
  const problems = (validate.errors ?? []).map((error) => ({ path: pathOf(error), message: sentence(error) }))
  // The validator reports a union after its branches; the last message of a path is the clearest one.
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
