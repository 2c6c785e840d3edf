import assert from 'node:assert/strict'
import { PlatformError } from '../../src/foundation/kit/errors.ts'
import { type Caller, loadCaller } from '../../src/people/index.ts'
import type { Platform } from '../../src/platform/index.ts'
import { type Judge, judgeOf, type Moment } from './judge.ts'
import type { World } from './world.ts'

/** Number of decisions of each kind on which the platform and the model agreed. */
export type Tally = Map<string, number>
export const count = (tally: Tally, what: string, times = 1): void =>
  void tally.set(what, (tally.get(what) ?? 0) + times)

export interface Asking {
  readonly platform: Platform
  readonly caller: Caller
  readonly judge: Judge
  readonly tally: Tally
}

export function askAs(platform: Platform, caller: Caller, moment: Moment, tally: Tally): Asking {
  return { platform, caller, judge: judgeOf(moment, caller.userId), tally }
}

/** Returns the caller for a user; undefined when the user is blocked. */
export async function callerFor(platform: Platform, world: World, userId: string): Promise<Caller | undefined> {
  const caller = await loadCaller(platform.database.reader, userId, 'test', new Date())
  assert.equal(caller === undefined, world.users.find(({ id }) => id === userId)!.blocked)
  return caller
}

/** Returns status and code of the error that the work throws; undefined when it succeeds. */
export async function refused(work: Promise<unknown>): Promise<[number, string] | undefined> {
  try {
    await work
    return undefined
  } catch (error) {
    if (error instanceof PlatformError) return [error.status, error.code]
    throw error
  }
}
