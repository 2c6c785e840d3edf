import { Unprepared } from '../../../foundation/db/savepoint.ts'
import { PlatformError } from '../../../foundation/kit/errors.ts'
import { NeedsTransaction } from './advancing.ts'

/** Number of attempts of work that fails by a fault of the platform. After the last one, an incident is opened. */
export const maxAttempts = 8

const firstDelayMs = 1_000
const maxDelayMs = 60_000

/** Returns the time until the next attempt, in milliseconds, after this number of failed attempts. */
export const delayAfterMs = (failures: number): number => Math.min(firstDelayMs * 2 ** (failures - 1), maxDelayMs)

/**
 * Returns whether an error is a fault of the platform. An expected error, such as a database that does not respond, is
 * not a fault: it concerns all instances and ends by itself.
 */
export const isFault = (error: unknown): boolean =>
  !(error instanceof PlatformError || error instanceof NeedsTransaction || error instanceof Unprepared)

/** Log message about the fault that opens an incident. */
export const faultLogged = 'an activity has stopped with an incident because of a fault of the platform'

/** The failure of work after its last attempt. The text of the error is in the log only. */
export const faultFailure = {
  message: `this work has failed ${maxAttempts} times because of a fault of the platform; the log has the error`,
  isFinal: true,
  kind: 'PLATFORM_ERROR',
} as const
