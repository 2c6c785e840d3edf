import { fileURLToPath } from 'node:url'
import { productVersion } from '../api/documents.ts'
import { changeBlocked, consentNeeded } from '../data/index.ts'
import type { MovableClock } from '../foundation/kit/clock.ts'
import { PlatformError } from '../foundation/kit/errors.ts'
import { type Caller, systemCaller } from '../people/index.ts'
import { kinds, type Preparing } from '../platform/index.ts'
import { readSolutionFolder, type Solution } from '../solutions/index.ts'
import { playData } from './sample/play-data.ts'
import { sampleState, sampleVersion } from './sample/progress.ts'
import { type Call, callAs } from './sample/requests.ts'

export const officeFolder = fileURLToPath(new URL('../../solutions/office', import.meta.url))

/** Reads and checks the solution of the sample. Needs no database, so the first start reads it while one is created. */
export const readSample = (): Promise<Solution> => readSolutionFolder(kinds, officeFolder)

/**
 * Prepares a server with the sample: deploys the solution when its files have changed and, on an empty installation,
 * creates the data of the sample. Continues after a first start that was killed.
 */
export async function prepareSample(preparing: Preparing, options: SampleOptions): Promise<void> {
  const { clock, withData, solution = readSample } = options
  const { adminToken, send, context } = preparing
  const administrator = systemCaller(await context.people.administrator())
  const state = sampleState(context.storage, administrator)
  const token = withData && adminToken?.isValid === true ? adminToken.text : undefined
  const [version, deployed, present] = await Promise.all([
    sampleVersion(officeFolder, productVersion),
    state.deployedVersion(),
    state.progress(),
  ])
  // Stored before the solution is deployed, so that a start that is killed in between is recognised.
  if (token !== undefined && deployed === undefined && present === undefined && (await isNew(callAs(send, token))))
    await state.writeProgress({ state: 'playing', startedMs: clock.nowMs(), days: 0, names: {} })
  if (deployed !== version && (await deploySample(preparing, administrator, solution)))
    await state.writeDeployedVersion(version)
  if (token === undefined || (await state.progress())?.state !== 'playing') return
  console.log(
    'The first start creates the data of the sample, three months of work in an office. This takes some seconds.',
  )
  const problems = await playData(preparing, { clock, folder: officeFolder, adminToken: token, state })
  for (const problem of problems) console.error(`data of the sample: ${problem}`)
}

/** Returns whether the installation has no solution and no user except the administrator. */
async function isNew(call: Call): Promise<boolean> {
  const { result: users } = await call('POST', '/pub/v1/user/list', { size: 2 })
  if (users.total > 1) return false
  const { result: solutions } = await call('GET', '/pub/v1/scheme/solutions')
  return solutions.total === 0
}

export interface SampleOptions {
  /** The clock of the server, which the data of the sample moves. */
  readonly clock: MovableClock
  readonly withData: boolean
  /** Returns the solution of the sample; by default it is read when it has to be deployed. */
  readonly solution?: (() => Promise<Solution>) | undefined
}

/**
 * Deploys the sample solution and returns whether it did. Leaves a sample that was modified on this installation
 * unchanged when deploying it would destroy data.
 */
async function deploySample(
  { context }: Pick<Preparing, 'context'>,
  administrator: Caller,
  solution: () => Promise<Solution>,
): Promise<boolean> {
  try {
    await context.apps.solutions.applyRead(administrator, await solution())
    return true
  } catch (error) {
    if (!(error instanceof PlatformError && (error.kind === consentNeeded || error.kind === changeBlocked))) throw error
    console.error('the solution "office" was modified on this installation, so the sample was not deployed over it')
    return false
  }
}
