/** The maximum nesting depth of any value: the deepest JSON value that a cell of a table may hold, with some margin. */
const maxDepth = 30

const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype'])

export interface Fault {
  readonly what: 'key' | 'character' | 'number' | 'depth'
  /** The place inside the value, such as `.rows[2].prize`. */
  readonly path: string
}

/** Returns whether a key could reach the prototype of an object. */
export function isForbiddenKey(key: string): boolean {
  return forbiddenKeys.has(key)
}

/**
 * Returns whether PostgreSQL can store the text: it stores neither U+0000 nor a lone surrogate, in text or in jsonb.
 */
function isCleanText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/** Returns the first part of a parsed JSON value that cannot be stored, whatever the type of the field. */
export function findFault(value: unknown, depth = 0): Fault | undefined {
  if (typeof value === 'string') return isCleanText(value) ? undefined : { what: 'character', path: '' }
  // `1e400` is a valid JSON number but becomes Infinity in JavaScript.
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : { what: 'number', path: '' }
  if (typeof value !== 'object' || value === null) return undefined
  if (depth === maxDepth) return { what: 'depth', path: '' }
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const fault = findFault(value[index], depth + 1)
      if (fault) return { what: fault.what, path: `[${index}]${fault.path}` }
    }
    return undefined
  }
  for (const key of Object.keys(value)) {
    const entry = (value as Record<string, unknown>)[key]
    if (isForbiddenKey(key)) return { what: 'key', path: `.${key}` }
    if (!isCleanText(key)) return { what: 'character', path: '' }
    const fault = findFault(entry, depth + 1)
    if (fault) return { what: fault.what, path: `.${key}${fault.path}` }
  }
  return undefined
}

/** The error messages of faults. Each continues a sentence that begins with the place of the fault. */
export const faultSentences: Readonly<Record<Exclude<Fault['what'], 'key'>, string>> = {
  character: 'holds an invalid character (U+0000 or half of a surrogate pair)',
  number: 'holds a number that is too large',
  depth: `is nested more than ${maxDepth} levels deep`,
}

/**
 * Returns whether a value is nested deeper than `levels`. The check stops at that depth, so it is safe on any input.
 */
export function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((entry) => isDeeperThan(levels - 1, entry))
}
