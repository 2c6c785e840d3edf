import type { Caller } from '../../people/index.ts'

const operation = 'process'

/**
 * Returns the caller for the work of an instance: the rights of the platform with the id of the user whose action made
 * the instance advance. Changes of elements store the instance as their request, so that the history refers to the
 * instance.
 */
export const callerOfWork = ({ once: _, ...caller }: Caller, instance: string): Caller => ({
  ...caller,
  administrator: true,
  operation,
  requestId: instance,
})

/** Returns the id of the instance whose work made a change; undefined for other changes. */
export const processCause = (change: {
  readonly operation: string | null
  readonly requestId: string | null
}): string | undefined => (change.operation === operation && change.requestId ? change.requestId : undefined)
