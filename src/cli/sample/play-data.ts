import { moveDatabaseClock } from '../../foundation/db/clock.store.ts'
import { setDurableCommits } from '../../foundation/db/durable-commits.store.ts'
import { setGenericPlans } from '../../foundation/db/planner/generic-plans.store.ts'
import type { MovableClock } from '../../foundation/kit/clock.ts'
import { sourceLanguage } from '../../foundation/kit/languages.ts'
import type { Preparing } from '../../platform/index.ts'
import { playStep } from './play-step.ts'
import type { SampleState } from './progress.ts'
import { type Answer, type Call, callAs } from './requests.ts'
import { createNomenclature } from './sample-nomenclature.ts'
import { blockPeople, createPeople, type PeopleFile } from './sample-people.ts'
import { readSampleData, timeOf, timesSoFar } from './timeline.ts'

export interface PlayOptions {
  readonly clock: MovableClock
  /** The folder of the sample solution. */
  readonly folder: string
  readonly adminToken: string
  readonly state: SampleState
}

/**
 * Creates the data of the sample. The clock goes back three months, and the people of the sample carry out the steps of
 * its timeline day by day. Every step is a request to the server, so the data obeys all rules. Progress is stored after
 * each day. After a killed start, the next start continues with the interrupted day; steps of this day that were
 * already carried out have no effect when they are repeated. Its last commit waits for the disk. Returns sentences about what is missing in the data,
 * such as steps that the server refused.
 */
export async function playData(preparing: Preparing, options: PlayOptions): Promise<string[]> {
  const { send, database, settle } = preparing
  const { clock, folder, adminToken, state } = options
  const call = callAs(send, adminToken)
  const nowMs = clock.nowMs()
  const progress = (await state.progress())!
  const { startedMs, days: playedBefore } = progress
  const language = await state.language()
  const data = await readSampleData(folder, language ?? sourceLanguage)
  // A sample without a language was begun by an earlier version, whose timeline had other steps, so the interrupted
  // day cannot be repeated.
  const timeline = language === undefined ? data.timeline.slice(0, playedBefore) : data.timeline
  const moveTo = async (ms: number): Promise<void> => {
    const byMs = Math.round(ms - clock.nowMs())
    // The first move sets the clock back, all others move it forward.
    if (byMs < 0) clock.setWall(byMs)
    else clock.advance(byMs)
    await moveDatabaseClock(database.single, clock.aheadMs())
  }
  const problems: string[] = []
  if (language === undefined)
    problems.push(
      `an earlier version began it and was interrupted, so it ends after ${playedBefore} of ${data.timeline.length} days; for all of it, start in an empty data folder`,
    )
  const refused = (error: unknown, where: string) => problems.push(`${where}: ${(error as Error).message}`)
  try {
    await setGenericPlans(database, true)
    const { day: firstDay } = timeline[playedBefore - 1] ?? { day: data.timeline[0]!.day - 1 }
    await moveTo(timeOf(firstDay, startedMs))
    // No background work runs meanwhile: processes advance only when `settle` is called.
    await settle()
    const users = await createPeople(call, data.people)
    await createNomenclature(call, data.nomenclature)
    const names = new Map(Object.entries(progress.names))
    for (const [login, id] of users) names.set(`@${login}`, id)
    const tokens = await signIn(call, data.people)
    try {
      for (const [index, { day, steps }] of timeline.entries()) {
        if (index < playedBefore) continue
        const atMs = Math.max(timeOf(day, startedMs), clock.nowMs())
        await moveTo(atMs)
        await settle()
        for (const [at, step] of steps.entries()) {
          const mayBeDone = index === playedBefore ? timesSoFar(timeline, step) : undefined
          const scene = {
            send,
            tokens,
            adminToken,
            folder,
            names,
            atMs,
            settle,
            key: `sample-${index}-${at}`,
            mayBeDone,
          }
          await playStep(scene, step).catch((error) => refused(error, `day ${day}, step ${at + 1}`))
        }
        await settle()
        progress.days++
        await state.writeProgress({ ...progress, names: Object.fromEntries(names) })
      }
      await blockPeople(call, data.people, users)
    } finally {
      await revokeTokens(call)
    }
    await setDurableCommits(database, true)
    await state.writeProgress({ ...progress, state: 'done', names: {} })
  } finally {
    await setGenericPlans(database, false)
    await moveTo(nowMs)
    await settle()
    clock.setWall(-clock.aheadMs())
    await moveDatabaseClock(database.single, 0)
  }
  return problems
}

const tokenName = 'data of the sample'

/** Creates a token for each person and returns the tokens by login. */
async function signIn(call: Call, { users }: PeopleFile): Promise<ReadonlyMap<string, string>> {
  const tokens = new Map<string, string>()
  await Promise.all(
    users.map(async ({ login }) => {
      tokens.set(login, (await call('POST', '/api/v1/tokens', { name: tokenName, login })).token)
    }),
  )
  return tokens
}

/** Revokes the tokens of the people, also those of starts that were killed. */
async function revokeTokens(call: Call): Promise<void> {
  const { result } = await call('GET', '/api/v1/tokens')
  const left = result.result.filter(({ name, revokedAt }: Answer) => name === tokenName && revokedAt === null)
  await Promise.all(left.map(({ id }: Answer) => call('DELETE', `/api/v1/tokens/${id}`)))
}
