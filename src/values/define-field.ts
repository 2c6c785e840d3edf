import type { ErrorObject } from 'ajv'
import type { TSchema } from 'typebox'
import { PlatformError } from '../foundation/kit/errors.ts'
import { isObject, type JsonObject, type JsonValue } from '../foundation/kit/json.ts'
import { didYouMean } from '../foundation/kit/nearest.ts'
import { type SchemaProblem, schemaProblems } from '../foundation/kit/schema-problems.ts'
import { explainRule } from '../foundation/kit/schema-rule.ts'
import { faultSentences, findFault, isForbiddenKey } from './content.ts'
import { fieldWrongDefinition, shown } from './errors.ts'
import { commonKeys, entrySchema } from './field-schema.ts'
import type { CategoryValue, Field, FieldType, Problem } from './field-type.ts'
import { fieldTypeByWord, fieldTypes } from './field-types.ts'
import { categoryValues } from './types/category.ts'
import { uploadsIn } from './uploads.ts'

/** A problem in a field's entry. The path starts inside the entry, such as `['values', 2, 'code']`. */
type FieldProblem = SchemaProblem

/** The result of `checkField`: the field when there are no problems, otherwise undefined. */
export interface CheckedField {
  readonly field: Field | undefined
  readonly problems: readonly FieldProblem[]
}

/**
 * Compiles a field from its entry in a definition file; the field is frozen. `where` is the place of the entry, such as
 * `fields[3]`. Throws `field.wrong_definition` with a list of `{path, message}` in `details.problems`.
 */
export function defineField(raw: unknown, where: string): Field {
  const { field, problems } = checkField(raw)
  if (field !== undefined) return field
  throw wrongDefinition(problems, where)
}

function wrongDefinition(problems: readonly FieldProblem[], where: string): Error {
  const named = problems.map(({ path, message }) => ({ path: `${where}${pathText(path)}`, message }))
  return fieldWrongDefinition(named.map(({ path, message }) => `${path}: ${message}`).join('\n'), { problems: named })
}

/**
 * Compiles a field from a stored entry; the field is frozen. The shape of the entry was checked when its definition was
 * applied. Checking the shape again would compile a validator for each field type at every start. Throws
 * `field.wrong_definition` for an unknown type and for settings that contradict each other.
 */
export function storedField(raw: Record<string, unknown>, where: string): Field {
  const problems: FieldProblem[] = []
  const problem: Problem = (path, message) => problems.push({ path, message })
  const field = readStored(raw, problem)
  if (field !== undefined && problems.length === 0) return field
  throw wrongDefinition(problems, where)
}

/**
 * Compiles a field like `defineField`, but returns the problems instead of throwing, for code that collects the
 * problems of a whole file.
 */
export function checkField(raw: unknown): CheckedField {
  const problems: FieldProblem[] = []
  const problem: Problem = (path, message) => problems.push({ path, message })
  const field = readEntry(raw, problem)
  return problems.length > 0 ? { field: undefined, problems } : { field, problems }
}

function readEntry(raw: unknown, problem: Problem): Field | undefined {
  if (!isObject(raw)) {
    problem([], `a field must be a map of keys, not ${shown(raw)}`)
    return undefined
  }
  const fault = findFault(raw)
  if (fault !== undefined) {
    problem([], fault.what === 'key' ? `key not allowed: "${fault.path.slice(1)}"` : faultSentences[fault.what])
    return undefined
  }
  const type = readType(raw.type, problem)
  if (type === undefined) return undefined
  const shapeProblems = entryProblems(raw, type)
  for (const { path, message } of shapeProblems) problem(path, message)
  // The code below relies on the shape of the entry.
  return shapeProblems.length > 0 ? undefined : compile(raw, type, { read: readEntry, problem })
}

/** Reads an entry whose shape was checked when it was stored. */
function readStored(raw: unknown, problem: Problem): Field | undefined {
  const entry = raw as Record<string, unknown>
  const type = readType(entry.type, problem)
  return type && compile(entry, type, { read: readStored, problem })
}

function readType(word: unknown, problem: Problem): FieldType | undefined {
  const type = typeof word === 'string' ? fieldTypeByWord(word) : undefined
  if (type === undefined) {
    const words = fieldTypes.map((known) => known.word)
    const hint = typeof word === 'string' ? didYouMean(word, words) : ''
    const known = hint || `; known are ${words.join(', ')}`
    problem(['type'], word === undefined ? `is missing${known}` : `unknown type ${shown(word)}${known}`)
  }
  return type
}

interface Compiling {
  /** Reads the entry of a column. */
  readonly read: (raw: unknown, problem: Problem) => Field | undefined
  readonly problem: Problem
}

/** Compiles a field from an entry of the right shape. */
function compile(raw: Record<string, unknown>, type: FieldType, compiling: Compiling): Field {
  const { problem } = compiling
  const entry = structuredClone(raw) as JsonObject
  const code = String(entry.code)
  if (isForbiddenKey(code)) problem(['code'], `"${code}" is not allowed as a code`)
  const settings = Object.fromEntries(Object.entries(entry).filter(([key]) => key !== 'type' && !(key in commonKeys)))
  const draft: Field = {
    code,
    name: String(entry.name ?? code),
    type,
    required: entry.required === true,
    array: readArray(entry.array, type, problem),
    indexed: entry.indexed === true,
    searchable: entry.search === true,
    defaultValue: null,
    settings: deepFreeze(type.readSettings?.(settings, problem) ?? settings),
    ...(Array.isArray(settings.columns) ? { columns: readColumns(settings.columns, compiling) } : {}),
    ...(Array.isArray(settings.values)
      ? { values: categoryValues(settings.values as unknown as readonly CategoryValue[]) }
      : {}),
  }
  if (draft.indexed && type.comparable === undefined) problem(['indexed'], `a ${type.word} cannot be indexed`)
  return Object.freeze({ ...draft, defaultValue: deepFreeze(readDefault(entry.default, draft, problem)) })
}

function readArray(array: JsonValue | undefined, type: FieldType, problem: Problem): boolean {
  if (array === true && type.several === undefined) problem(['array'], `a ${type.word} holds one value`)
  if (array === false && type.several === 'always') problem(['array'], `a ${type.word} is always a list`)
  return array === true || type.several === 'always'
}

function readColumns(entries: readonly JsonValue[], { read, problem }: Compiling): ReadonlyMap<string, Field> {
  const columns = new Map<string, Field>()
  entries.forEach((entry, index) => {
    let isWrong = false
    const field = read(entry, (path, message) => {
      isWrong = true
      problem(['columns', index, ...path], message)
    })
    if (field === undefined || isWrong) return
    if (field.columns) problem(['columns', index, 'type'], 'a column of a table cannot be a table')
    if (field.indexed) problem(['columns', index, 'indexed'], 'a column of a table cannot be indexed')
    if (columns.has(field.code)) problem(['columns', index, 'code'], `"${field.code}" occurs twice`)
    columns.set(field.code, field)
  })
  return columns
}

function readDefault(value: JsonValue | undefined, field: Field, problem: Problem): JsonValue {
  if (value === undefined || value === null) return null
  try {
    const standard = field.type.read(value, field)
    if (uploadsIn(standard, field).length > 0) problem(['default'], 'a default value cannot be an upload')
    return standard
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    problem(['default'], error.message)
    return null
  }
}

function deepFreeze<T extends JsonValue>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const entry of Object.values(value)) deepFreeze(entry)
    Object.freeze(value)
  }
  return value
}

/** Returns a path as text: `['values', 2, 'code']` becomes `.values[2].code`. */
function pathText(path: readonly (string | number)[]): string {
  return path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`)).join('')
}

const schemas: ReadonlyMap<FieldType, TSchema> = new Map(fieldTypes.map((type) => [type, entrySchema(type)]))

/** Returns the differences between an entry and the shape of its type, at most one problem for each place. */
function entryProblems(entry: Record<string, unknown>, type: FieldType): FieldProblem[] {
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
