import type { Advance, Closed, Instance, Opened } from '../instance.ts'

/** Returns the time when the answer to a delegated activity is overdue; undefined without a time limit. */
export function expiryOf({ settings }: Opened, at: Date): string | undefined {
  const timeoutMs = settings?.timeoutMs
  return typeof timeoutMs === 'number' ? new Date(at.getTime() + timeoutMs).toISOString() : undefined
}

/**
 * Returns the row of the restore point of a delegated activity. The next attempt of the activity writes the row again.
 */
export function pointRow({ facts, version }: Instance, opened: Opened, at: Date) {
  const { wait, element, settings = {}, input = {}, attempt = 1 } = opened
  return {
    instance: facts.id,
    id: wait,
    template: version.template,
    version: version.version,
    element,
    settings,
    input,
    attempt,
    at: at.toISOString(),
    expires: expiryOf(opened, at) ?? null,
  }
}

/** Returns the changes of the row of an ended restore point. */
export function endedPointRow({ wait, reason }: Closed, { instance, stimulus }: Advance, at: string) {
  const state = reason === 'cancelled' ? 'revoked' : stimulus.type === 'fail' ? 'expired' : 'used'
  return { instance, id: wait, state, at }
}
