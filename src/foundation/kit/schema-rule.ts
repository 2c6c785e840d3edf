import type { ErrorObject } from 'ajv'

/**
 * Explains which rule of a schema a value breaks, as the end of a sentence that begins with the value's name: `must
 * have at least 3 characters`. Rules about keys (`required`, `additionalProperties`) and types are explained by the
 * caller, who knows how values of this kind are called.
 */
export function explainRule({ keyword, params, schema }: ErrorObject): string {
  const explain = rules[keyword]
  return explain === undefined ? 'is not allowed here' : explain(params.limit ?? schema, params)
}

/** The explanations by keyword, for the value of the keyword or its numeric limit. */
const rules: Readonly<Record<string, (value: unknown, params: ErrorObject['params']) => string>> = {
  minLength: (limit) => `must have at least ${counted(limit, 'character', 'characters')}`,
  maxLength: (limit) => `must have at most ${counted(limit, 'character', 'characters')}`,
  minItems: (limit) => `must have at least ${counted(limit, 'entry', 'entries')}`,
  maxItems: (limit) => `must have at most ${counted(limit, 'entry', 'entries')}`,
  minProperties: (limit) => `must have at least ${counted(limit, 'key', 'keys')}`,
  maxProperties: (limit) => `must have at most ${counted(limit, 'key', 'keys')}`,
  minimum: (limit) => `must be ${limit} or more`,
  maximum: (limit) => `must be ${limit} or less`,
  exclusiveMinimum: (limit) => `must be more than ${limit}`,
  exclusiveMaximum: (limit) => `must be less than ${limit}`,
  multipleOf: (value) => `must be a multiple of ${value}`,
  uniqueItems: () => 'must not have the same entry twice',
  pattern: (value) => `must match ${value}`,
  format: (value) => (value === 'date-time' ? 'must be a time such as 2026-05-01T08:30:00Z' : `must be a ${value}`),
  const: (value) => `must be ${JSON.stringify(value)}`,
  enum: (value) => `must be one of ${(value as unknown[]).join(', ')}`,
  propertyNames: (_, params) => `has a key that is not allowed: ${JSON.stringify(params.propertyName)}`,
}

function counted(limit: unknown, one: string, many: string): string {
  return `${limit} ${limit === 1 ? one : many}`
}
