import type { Run } from '../run.ts'
import { type FeelContext, type FeelList, type FeelValue, isContext, isList } from '../values/value.ts'
import { define, type Signature } from './builtin.ts'

/** Context functions (10.3.4.9). */
export const contextFunctions: readonly Signature[] = [
  define('get value', { m: 'context', key: 'string' }, ({ m, key }) => m.get(key) ?? null),
  define('get value', { m: 'context', keys: 'list' }, ({ m, keys }, run) => {
    if (keys.length === 0) return run.warn('get value() requires at least one key')
    let value: FeelValue = m
    for (const key of keys) {
      if (typeof key !== 'string' || !isContext(value)) return run.warn('get value() found no value for these keys')
      value = value.get(key) ?? null
    }
    return value
  }),
  define('get entries', { m: 'context' }, ({ m }, run) => {
    run.chargeItems(m.size)
    return Array.from(
      m,
      ([key, value]) =>
        new Map<string, FeelValue>([
          ['key', key],
          ['value', value],
        ]),
    )
  }),
  define('context', { entries: 'list' }, ({ entries }, run) => {
    const made = new Map<string, FeelValue>()
    for (const entry of entries) {
      const key = isContext(entry) ? entry.get('key') : undefined
      if (!isContext(entry) || typeof key !== 'string' || !entry.has('value') || made.has(key)) {
        return run.warn('context() requires entries with a unique key and a value')
      }
      made.set(key, entry.get('value')!)
    }
    run.chargeItems(made.size)
    return made
  }),
  define('context put', { context: 'context', key: 'string', value: 'any' }, ({ context, key, value }, run) => {
    run.chargeItems(context.size + 1)
    return new Map(context).set(key, value)
  }),
  define('context put', { context: 'context', keys: 'list', value: 'any' }, ({ context, keys, value }, run) => {
    return putDeep(context, keys, value, run)
  }),
  define('context merge', { contexts: 'list' }, ({ contexts }, run) => {
    if (!contexts.every(isContext)) return run.warn('context merge() needs a list of contexts')
    const merged = new Map<string, FeelValue>()
    for (const context of contexts) {
      run.chargeItems(context.size)
      for (const [key, value] of context) merged.set(key, value)
    }
    run.chargeItems(merged.size)
    return merged
  }),
]

/**
 * Sets a value at a path of keys. Returns null when the path is empty, has a key that is not a string, or passes a
 * value that is not a context.
 */
function putDeep(context: FeelContext, keys: FeelList, value: FeelValue, run: Run): FeelValue {
  const [key, ...rest] = keys
  run.chargeItems(context.size + keys.length)
  if (typeof key !== 'string') return run.warn('context put() needs keys that are strings')
  if (rest.length === 0) return new Map(context).set(key, value)
  const inner = context.get(key)
  if (inner === undefined || !isContext(inner) || isList(inner)) {
    return run.warn(`context put() found no context under "${key.slice(0, 100)}"`)
  }
  const changed = run.call(1, () => putDeep(inner, rest, value, run))
  return changed === null ? null : new Map(context).set(key, changed)
}
