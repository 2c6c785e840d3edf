import type { TemplateUse } from './template-uses.ts'

type Uses = readonly TemplateUse[]

/**
 * Returns the references of a version, by default of the newest one; undefined for an unknown template or version.
 */
export type FindUses = (path: string, version?: number) => Promise<Uses | undefined> | Uses | undefined

export interface CallCycle {
  /** Call activity at which the cycle begins. */
  readonly element: string
  /** Paths of the templates on the cycle, such as `[docs.a, docs.b, docs.a]`. */
  readonly way: readonly string[]
}

/**
 * Returns a chain of call activities from a template back to its own newest version; undefined when there is none.
 * Visits each version that a call names once.
 */
export async function findCallCycle(path: string, uses: Uses, find: FindUses): Promise<CallCycle | undefined> {
  const visited = new Set<string>()
  const pending = callsIn(uses).map((call) => ({ call, element: call.element!, way: [path] }))
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { call, element, way } = next
    const onward = [...way, call.path]
    if (call.path === path && call.version === undefined) return { element, way: onward }
    const key = `${call.path}@${call.version ?? ''}`
    if (visited.has(key)) continue
    visited.add(key)
    for (const further of callsIn((await find(call.path, call.version)) ?? [])) {
      pending.push({ call: further, element, way: onward })
    }
  }
  return undefined
}

/** Returns the error message for a cycle. */
export function cycleSentence({ way }: CallCycle): string {
  return (
    `the process would call itself: ${way.join(' calls ')}. ` +
    'Use a loop or a multi-instance activity to repeat steps, or start the next process by a message'
  )
}

const callsIn = (uses: Uses): TemplateUse[] => uses.filter(({ to }) => to === 'process')
