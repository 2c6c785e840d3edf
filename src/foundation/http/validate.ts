import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { TSchema } from 'typebox'
import { isUuid } from '../kit/ids.ts'
import { isObject } from '../kit/json.ts'
import { didYouMean } from '../kit/nearest.ts'
import { explainRule } from '../kit/schema-rule.ts'
import { wrongInput } from './errors.ts'

// The schemas are part of the program, so they are not validated themselves.
const ajv = new Ajv({ strict: false, allErrors: false, verbose: true, validateSchema: false })
addFormats.default(ajv)
// The format `uuid` of ajv-formats also accepts `urn:uuid:…`, which PostgreSQL does not.
ajv.addFormat('uuid', { type: 'string', validate: isUuid })

/** Returns the value when it matches the schema; throws a 400 that names the field otherwise. */
export type Check = (value: unknown) => unknown

/**
 * Returns a check for a schema. `what` names the whole value in messages: `the body`, `the address`. The schema is
 * compiled at the first use: compiling all of the hundreds of schemas would take most of the server's start.
 */
export function compileCheck(schema: TSchema, what: string): Check {
  let validate: ValidateFunction | undefined
  return (value) => {
    validate ??= ajv.compile(schema)
    if (validate(value)) return value
    throw wrongInput(...explain(validate.errors ?? [], what))
  }
}

/**
 * Returns a function, for tests and development, that returns the first mismatch of an answer; undefined when there
 * is none.
 */
export function compileFit(schema: TSchema): (value: unknown) => string | undefined {
  const validate = ajv.compile(schema)
  return (value) => (validate(value) ? undefined : explain(validate.errors ?? [], 'the answer')[0])
}

interface Shape {
  readonly type?: string
  readonly anyOf?: readonly Shape[]
  readonly items?: TSchema & Shape
  /** Whether null is refused instead of meaning absent: a dry run that is misspelt as null must not write. */
  readonly 'x-refuses-null'?: boolean
}

/**
 * Removes or replaces empty values that mean the same as absent ones: removes null from the object itself and from
 * the objects in its lists, and replaces `[]` by `{}` where the schema wants an object. Some clients know maps only
 * as lists and send `[]` for an empty object and null for a missing value. Null stays where the schema allows it, and
 * where the schema says that null is not the same as absent (`x-refuses-null`).
 */
export function withoutEmpties(input: unknown, schema: TSchema): unknown {
  const { type } = schema as { type?: string | string[] }
  if (type !== 'object' && !(Array.isArray(type) && type.includes('object'))) return input
  if (input === undefined || input === null || (Array.isArray(input) && input.length === 0)) return {}
  if (!isObject(input)) return input
  // Only keys in the schema are examined, since a body may have any number of other keys.
  const { properties = {} } = schema as { properties?: Record<string, TSchema> }
  const changed: Record<string, unknown> = {}
  const absent = new Set<string>()
  for (const key of Object.keys(properties)) {
    if (!Object.hasOwn(input, key)) continue
    const value = input[key]
    const property = properties[key] as Shape
    const takesNull = property.anyOf?.some(({ type }) => type === 'null') === true
    if (value === null && !takesNull && property['x-refuses-null'] !== true) absent.add(key)
    else if (Array.isArray(value)) changed[key] = listWithoutEmpties(value, property)
  }
  const kept = { ...input, ...changed }
  for (const key of absent) delete kept[key]
  return kept
}

function listWithoutEmpties(list: readonly unknown[], { type, items }: Shape): unknown {
  if (type === 'object' && list.length === 0) return {}
  if (items?.type !== 'object') return list
  // An entry that is not an object stays, so that validation refuses it.
  return list.map((entry) => (isObject(entry) ? withoutEmpties(entry, items) : entry))
}

function explain(errors: readonly ErrorObject[], what: string): [string, { field?: string }] {
  const deepest = Math.max(...errors.map(depth))
  const candidates = errors.filter((error) => depth(error) === deepest)
  // Where the schema allows several forms, the error within the form of the right type says more than the others.
  const error = candidates.find(({ keyword }) => keyword !== 'type' && keyword !== 'anyOf') ?? candidates[0]!
  const path = error.instancePath.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~')
  const at = path === '' ? what : `"${path}"`
  if (error.keyword === 'required') {
    const name = String(error.params.missingProperty)
    const field = path === '' ? name : `${path}.${name}`
    return [`"${field}" is missing`, { field }]
  }
  if (error.keyword === 'additionalProperties') {
    // The name is cut to 100 characters, because people read the message.
    const name = String(error.params.additionalProperty).slice(0, 100)
    const known = Object.keys((error.parentSchema as { properties?: object }).properties ?? {})
    const hint = didYouMean(name, known) || (known.length > 0 ? `; known are ${known.slice(0, 20).join(', ')}` : '')
    return [`unknown field "${name}" in ${at}${hint}`, { field: path === '' ? name : `${path}.${name}` }]
  }
  const details = path === '' ? {} : { field: path }
  if (error.keyword === 'type') {
    const alike = candidates.filter(
      ({ keyword, instancePath }) => keyword === 'type' && instancePath === error.instancePath,
    )
    const types = new Set(alike.flatMap(({ schema }) => schema as string | string[]))
    return [`${at} must be ${article([...types].join(' or '))}`, details]
  }
  const allowed = candidates.filter(
    ({ keyword, instancePath }) => keyword === 'const' && instancePath === error.instancePath,
  )
  if (allowed.length > 1) return [`${at} must be one of ${allowed.map(({ schema }) => schema).join(', ')}`, details]
  return [`${at} ${explainRule(error)}`, details]
}

function article(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`
}

function depth(error: ErrorObject): number {
  return error.instancePath.split('/').length
}
