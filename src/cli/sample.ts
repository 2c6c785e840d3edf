import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { changeBlocked, consentNeeded } from '../data/index.ts'
import { setDurableCommits } from '../foundation/db/durable-commits.store.ts'
import { productVersion } from '../foundation/http/product-version.ts'
import type { MovableClock } from '../foundation/kit/clock.ts'
import { PlatformError } from '../foundation/kit/errors.ts'
import { type Language, languages } from '../foundation/kit/languages.ts'
import { type Caller, systemCaller } from '../people/index.ts'
import { kinds, type Preparing } from '../platform/index.ts'
import {
  readFolder,
  readSolutionFolder,
  readZip,
  type Solution,
  type SolutionFiles,
  type Solutions,
  solutionNotFound,
} from '../solutions/index.ts'
import { playData } from './sample/play-data.ts'
import { sampleState, sampleVersion } from './sample/progress.ts'
import { type Call, callAs } from './sample/requests.ts'

export const officeFolder = fileURLToPath(new URL('../../solutions/office', import.meta.url))

/**
 * Returns the translated files of the sample in a language; none when the sample is not translated into this
 * language.
 */
async function filesIn(language: Language): Promise<SolutionFiles> {
  const folder = `${officeFolder}/data/${language}`
  return existsSync(folder) ? readFolder(folder) : new Map()
}

/**
 * Reads and checks the solution of the sample in a language. The files of the sample are in English. Files in
 * `data/<language>` replace those whose texts a definition can have in one language only. No database is needed, so
 * the first start reads the sample while the database is created.
 */
export async function readSample(language: Language): Promise<Solution> {
  return readSolutionFolder(kinds, officeFolder, await filesIn(language))
}

/**
 * Reads the solution of the sample for an installation with the sample of an earlier version, which was in no single
 * language: files that exist in several languages stay as they are on the installation.
 */
async function readSampleOver({ edits }: Solutions): Promise<Solution> {
  const present = await edits.export('office', []).catch((error) => {
    if (error instanceof PlatformError && error.kind === solutionNotFound) return undefined
    throw error
  })
  const [files, translated] = await Promise.all([present && readZip(present.zip), Promise.all(languages.map(filesIn))])
  const isTranslated = (path: string) => translated.some((own) => own.has(path))
  return readSolutionFolder(kinds, officeFolder, new Map([...(files ?? [])].filter(([path]) => isTranslated(path))))
}

/**
 * Prepares a server with the sample: deploys the solution when its files or the version of the program have changed
 * and, on an empty installation with `withData` and a valid administrator's token, creates the data of the sample.
 * Continues after a first start that was killed.
 */
export async function prepareSample(preparing: Preparing, options: SampleOptions): Promise<void> {
  const { clock, withData, solution } = options
  const { adminToken, send, context } = preparing
  const administrator = systemCaller(await context.people.administrator())
  const state = sampleState(context.storage, administrator)
  const token = withData && adminToken?.isValid === true ? adminToken.text : undefined
  const [version, deployed, present, stored] = await Promise.all([
    sampleVersion(officeFolder, productVersion),
    state.deployedVersion(),
    state.progress(),
    state.language(),
  ])
  const isFirst = deployed === undefined && present === undefined
  // Stored before the solution is deployed, so that a start that is killed in between is recognised.
  const language = stored ?? (isFirst ? options.language : undefined)
  if (language !== undefined && stored === undefined) await state.writeLanguage(language)
  if (token !== undefined && isFirst && (await isNew(callAs(send, token))))
    await state.writeProgress({ state: 'playing', startedMs: clock.nowMs(), days: 0, names: {} })
  const read = () => (language === undefined ? readSampleOver(context.apps.solutions) : readSample(language))
  const deploy = async (): Promise<void> => {
    if (deployed !== version && (await deploySample(preparing, administrator, solution ?? read)))
      await state.writeDeployedVersion(version)
  }
  if (token === undefined || (await state.progress())?.state !== 'playing') return deploy()
  try {
    // The database writes the state of the sample to the same log as everything else, so a killed start loses the last
    // changes together with the state that names them.
    await setDurableCommits(preparing.database, false)
    await deploy()
    console.log(
      'The first start creates the data of the sample, three months of work in an office. This takes up to a few minutes.',
    )
    const problems = await playData(preparing, { clock, folder: officeFolder, adminToken: token, state })
    for (const problem of problems) console.error(`data of the sample: ${problem}`)
  } finally {
    await setDurableCommits(preparing.database, true)
  }
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
  /** The language of a new sample, for texts that are stored in one language only. */
  readonly language: Language
  /** Returns the solution of a new sample; by default it is read when it has to be deployed. */
  readonly solution?: (() => Promise<Solution>) | undefined
}

/**
 * Deploys the sample solution and returns whether it did. Leaves a sample that was modified on this installation
 * unchanged when deploying over it would need consent to a destructive change, or when a change is blocked.
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
