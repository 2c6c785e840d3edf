import { isObject } from '../../foundation/kit/json.ts'
import { tooComplex, wrongFields } from '../errors.ts'
import { limits } from '../limits.ts'

/**
 * The fields that a row of a list shows. `true` shows a field and `false` hides it; a projection or `whole` loads the
 * rows that the field refers to, or selects columns of a table.
 */
export interface Projection {
  /** Whether fields that are not named are shown: `"*": true`. */
  readonly all: boolean
  readonly fields: ReadonlyMap<string, boolean | Projection | 'whole'>
}

/** Reads `fields` of a list body. Returns undefined when the whole row is wanted: absent, null, `{}` or `[]`. */
export function readProjection(fields: unknown, depth = 0): Projection | undefined {
  if (fields === undefined || fields === null || (Array.isArray(fields) && fields.length === 0)) return undefined
  if (!isObject(fields)) throw wrongFields('"fields" must be an object')
  if (depth > limits.loadDepth) throw tooComplex(`"fields" may load at most ${limits.loadDepth} levels`)
  const entries = Object.entries(fields)
  if (entries.length === 0) return undefined
  const read = new Map<string, boolean | Projection | 'whole'>()
  let all = false
  for (const [name, wanted] of entries) {
    if (wanted === null) continue
    if (name === '*') all = readFlag(name, wanted)
    else
      read.set(
        name,
        typeof wanted === 'object' ? (readProjection(wanted, depth + 1) ?? 'whole') : readFlag(name, wanted),
      )
  }
  return { all, fields: read }
}

/** Returns the number of fields with a projection or `whole`, at any depth. */
export function countLoaded(projection: Projection | undefined): number {
  let count = 0
  for (const wanted of projection?.fields.values() ?? []) {
    if (typeof wanted !== 'boolean') count += 1 + (wanted === 'whole' ? 0 : countLoaded(wanted))
  }
  return count
}

function readFlag(name: string, wanted: unknown): boolean {
  if (typeof wanted === 'boolean') return wanted
  throw wrongFields(`"fields": "${name.slice(0, 100)}" must be true, false or an object`)
}
