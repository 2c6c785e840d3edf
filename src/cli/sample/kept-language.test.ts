// On PostgreSQL at night: its results do not depend on the database.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Body, startEmptyPlatform, type TestPlatform } from '../../../test/platform.ts'
import { createMovableClock } from '../../foundation/kit/clock.ts'
import type { Language } from '../../foundation/kit/languages.ts'
import { systemCaller } from '../../people/index.ts'
import type { Preparing } from '../../platform/index.ts'
import { prepareSample, readSample } from '../sample.ts'
import { type SampleState, sampleState } from './progress.ts'

interface Given {
  readonly language: Language
  readonly withData?: boolean
  /** What starts before this one have left. */
  readonly before: (state: SampleState, preparing: Preparing) => Promise<void>
}

/** Starts a server with the sample on an installation that has been started before. */
function startAgain({ language, withData = false, before }: Given): Promise<TestPlatform> {
  const clock = createMovableClock()
  const prepare = async (preparing: Preparing): Promise<void> => {
    const { people, storage } = preparing.context
    await before(sampleState(storage, systemCaller(await people.administrator())), preparing)
    await prepareSample(preparing, { clock, withData, language })
  }
  return startEmptyPlatform({ TEST_CLOCK: '1' }, { clock, prepare })
}

/** Deploys the sample in a language, as the sample of an older version of the program. */
async function deployOlder(state: SampleState, { context }: Preparing, language: Language): Promise<void> {
  const administrator = systemCaller(await context.people.administrator())
  await context.apps.solutions.applyRead(administrator, await readSample(language))
  await state.writeDeployedVersion('older')
}

/** Returns the name of a group, and of a document template with its language. */
async function textsOf({ call }: TestPlatform): Promise<unknown[]> {
  const files = ['groups/all_staff', 'doctemplates/journal'].map((path) => `namespaces/docs/${path}.yaml`)
  const [group, template] = await Promise.all(
    files.map(async (path) => (await call('GET', `/api/v1/solutions/office/files?path=${path}`)).body.definition),
  )
  return [group.name, template.name, template.language]
}
const [english, russian] = [
  ['All staff', 'Registration journal', 'en'],
  ['Все сотрудники', 'Журнал регистрации', 'ru'],
]

describe('a later start with the sample', () => {
  it('keeps its language when the default language is another', async () => {
    await using started = await startAgain({
      language: 'en',
      async before(state, preparing) {
        await deployOlder(state, preparing, 'en')
        await state.writeLanguage('ru')
      },
    })
    assert.deepEqual(await textsOf(started), russian)
  })

  for (const [older, language] of [
    ['ru', 'en'],
    ['en', 'ru'],
  ] as const)
    it(`keeps the texts of a version that had no language, here ${older}`, async () => {
      await using started = await startAgain({
        language,
        before: (state, preparing) => deployOlder(state, preparing, older),
      })
      assert.deepEqual(await textsOf(started), older === 'ru' ? russian : english)
      const drift = await started.call('GET', '/api/v1/solutions/office/drift')
      assert.deepEqual(drift.body.drift, [])
    })

  it('ends data that such a version began, because its interrupted day cannot be repeated', async () => {
    const kept: SampleState[] = []
    await using started = await startAgain({
      language: 'en',
      withData: true,
      async before(state, preparing) {
        kept.push(state)
        await deployOlder(state, preparing, 'en')
        await state.writeProgress({ state: 'playing', startedMs: Date.now(), days: 0, names: {} })
      },
    })
    assert.equal((await kept[0]!.progress())?.state, 'done')
    const { body: tokens } = await started.call('GET', '/api/v1/tokens')
    assert.ok(tokens.result.result.every(({ name, revokedAt }: Body) => name !== 'data of the sample' || revokedAt))
    const { body: letters } = await started.call('POST', '/pub/v1/app/docs/incoming/list', { active: true })
    assert.equal(letters.result.total, 0)
    const { body: made } = await started.call('POST', '/pub/v1/app/ref/counterparties/create', {
      context: { __name: 'Now' },
    })
    assert.ok(Math.abs(Date.parse(made.item.__createdAt) - Date.now()) < 60_000, 'the clock is right')
  })
})
