import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { startEmptyPlatform, type TestPlatform } from '../../../../test/platform.ts'
import { sql } from '../../../foundation/db/sql.ts'
import { systemClock } from '../../../foundation/kit/clock.ts'
import { publish } from '../../definition/templates/templates.fixture.ts'
import { timer } from '../../engine/process.fixture.ts'
import { createStartTimers } from './start-timers.ts'
import { advance, deployMail, expectInstances, startingBy } from './starts.fixture.ts'

const cycle = (text: string): string => startingBy(timer(text, 'timeCycle'))

describe('start timers', () => {
  let started: TestPlatform
  before(async () => {
    started = await startEmptyPlatform({ TEST_CLOCK: '1', TIME_ZONE: 'UTC' })
    await deployMail(started.call)
  })
  after(() => started[Symbol.asyncDispose]())
  const put = async (code: string, xml: string) => assertDone(await publish(started.call, `mail.${code}`, xml))
  const dueAt = async (code: string): Promise<string | null> => {
    const answer = await started.call('GET', `/api/v1/processes/mail/${code}/starts`)
    assertDone(answer)
    return answer.body.starts[0].dueAt
  }
  const now = async (): Promise<number> => Date.parse((await started.call('GET', '/api/v1/clock')).body.now)

  it('of a cycle start an instance at each time', async () => {
    await put('hourly', cycle('R/PT1H'))
    await advance(started, 'PT59M')
    await expectInstances(started, 'hourly', 0)
    await advance(started, 'PT2M')
    await expectInstances(started, 'hourly', 1)
    await advance(started, 'PT3H')
    await expectInstances(started, 'hourly', 4)
  })

  it('of a limited cycle start the given number of instances', async () => {
    await put('twice', cycle('R2/PT1H'))
    await advance(started, 'PT5H')
    await expectInstances(started, 'twice', 2)
    assert.equal(await dueAt('twice'), null)
  })

  it('of a date start one instance; a date that has passed starts none', async () => {
    const soon = new Date((await now()) + 3_600_000).toISOString()
    await put('once', startingBy(timer(soon, 'timeDate')))
    await put('past', startingBy(timer('2020-01-01T00:00:00Z', 'timeDate')))
    await advance(started, 'P1D')
    await expectInstances(started, 'once', 1)
    await expectInstances(started, 'past', 0)
  })

  it('of a cron expression follow the calendar', async () => {
    await put('mornings', cycle('0 0 9 * * *'))
    await advance(started, 'PT1S')
    assert.match((await dueAt('mornings'))!, /T09:00:00Z$/)
    await advance(started, 'P2D')
    await expectInstances(started, 'mornings', 2)
  })

  it('keep their next time in a new version with the same timer, and change it for another timer', async () => {
    await put('kept', cycle('R/P1D'))
    await advance(started, 'PT1H')
    const before = await dueAt('kept')
    await put('kept', cycle('R/P1D').replace('id="t"', 'id="t" name="Check"'))
    assert.equal(await dueAt('kept'), before)
    await put('kept', cycle('R/P2D'))
    await advance(started, 'P1D')
    await expectInstances(started, 'kept', 0)
    await advance(started, 'P1D')
    await expectInstances(started, 'kept', 1)
  })

  it('with a wrong cron expression are refused at publication, and the message names the wrong field', async () => {
    const answer = await publish(started.call, 'mail.wrong', cycle('0 0 25 * * *'))
    assertRefused(answer, 400, 'process.invalid', /./)
    assert.match(JSON.stringify(answer.body), /\\"25\\" is not valid in the field \\"hour\\"/)
  })
})

it('a due start timer starts one instance, even with several nodes', async () => {
  const rounds = Number(process.env.ROUNDS ?? 20)
  await using started = await startEmptyPlatform()
  const { database, context } = started.platform
  await deployMail(started.call)
  assertDone(await publish(started.call, 'mail.daily', cycle('R/P1D')))
  const deps = { database, clock: systemClock, log: () => {}, calendars: context.calendars }
  const nodes = Array.from({ length: 4 }, () => createStartTimers(deps))
  for (let round = 0; round < rounds; round++) {
    const due = sql`update process_start set due_at = platform_now(), is_planned = true`
    await database.transaction((tx) => tx.rows(due))
    await Promise.all(nodes.map((fire) => fire()))
  }
  await expectInstances(started, 'daily', rounds)
})
