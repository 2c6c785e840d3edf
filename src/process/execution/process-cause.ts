import type { Caller } from '../../people/index.ts'

const operation = 'process'

/**
 * Returns the caller of the work of an instance: the platform's rights, under the user whose action made the instance
 * advance. Changes of elements keep the instance as their request, so that it can be found from the history.
 */
export const callerOfWork = ({ once: _, ...caller }: Caller, instance: string): Caller => ({
  ...caller,
  administrator: true,
  operation,
  requestId: instance,
})

/** Returns the id of the instance whose work made a change; undefined for a change by someone else. */
export const processCause = (change: {
  readonly operation: string | null
  readonly requestId: string | null
}): string | undefined => (change.operation === operation && change.requestId ? change.requestId : undefined)
