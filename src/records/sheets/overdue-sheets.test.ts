import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertDone, assertRefused, aUser, type Everything, startEverything } from '../../../test/everything.ts'
import type { Body, Call } from '../../../test/platform.ts'
import {
  aDocument,
  answered,
  aSheet,
  sheetOf,
  startOf,
  statesOf,
  user,
} from '../../api/management/sheets/sheets.fixture.ts'

let started: Everything
let anna: { id: string; call: Call }
let boris: { id: string; call: Call }
let chief: { id: string; call: Call }

before(async () => {
  started = await startEverything({ TEST_CLOCK: '1' })
  anna = await aUser(started, { login: 'anna' })
  boris = await aUser(started, { login: 'boris' })
  chief = await aUser(started, { login: 'chief' })
  const root = await anItem({ kind: 'department', name: 'All' })
  const above = await anItem({ kind: 'position', name: 'Chief', parent: root.id, holders: [chief.id] })
  await anItem({ kind: 'position', name: 'Clerk', parent: above.id, holders: [anna.id] })
})
after(() => started[Symbol.asyncDispose]())

async function anItem(body: Body): Promise<Body> {
  const answer = await started.call('POST', '/api/v1/org-items', body)
  assertDone(answer)
  return answer.body
}
const advance = async (by: string) => assertDone(await started.call('POST', '/api/v1/clock/advance', { by }))
/** Starts a sheet that is due after two days. */
const dueSheet = async (overdue: Body, users: readonly string[], more: Body = {}): Promise<Body> =>
  aSheet(started.call, await aDocument(started.call), [], {
    stages: [{ respondents: users.map(user), due: 'P2D', overdue }],
    ...more,
  })

describe('a respondent who has not answered until the due date', () => {
  it('is answered for, and the sheet shows that the platform has answered', async () => {
    const { id } = await dueSheet({ answer: 'approved' }, [anna.id, boris.id])
    await answered(boris.call, id, 'approved')
    await advance('PT47H')
    assert.equal((await sheetOf(started.call, id)).state, 'inProgress')
    await advance('PT2H')
    const sheet = await sheetOf(started.call, id)
    assert.deepEqual([sheet.state, sheet.endedBy, statesOf(sheet)], ['approved', null, ['approved', 'approved']])
    assert.deepEqual(sheet.respondents.map(({ automatic }: Body) => automatic).toSorted(), [false, true])
    const { by, details } = sheet.history.find(({ details: one }: Body) => one.automatic)
    assert.deepEqual([by, details.answer, details.version], [null, 'approved', 1])
    const task = await started.call('GET', `/api/v1/tasks/${sheet.respondents.find((one: Body) => one.automatic).id}`)
    assert.deepEqual([task.body.task.outcome.by, task.body.task.outcome.automatic], [undefined, true])
  })

  it('is asked again in a later sheet about the same version, unlike users who have approved', async () => {
    const document = await aDocument(started.call)
    const stage = { respondents: [anna.id, boris.id].map(user), due: 'P2D', overdue: { answer: 'approved' } }
    const first = await aSheet(started.call, document, [], { stages: [stage] })
    await answered(boris.call, first.id, 'approved')
    await advance('PT49H')
    assert.equal((await sheetOf(started.call, first.id)).state, 'approved')
    const second = await aSheet(started.call, document, [anna.id, boris.id])
    assert.deepEqual(statesOf(second), ['pending', 'skipped'])
  })

  it('is replaced by the supervisor, who has a due date of their own', async () => {
    const { id } = await dueSheet({ escalate: true, answer: 'rejected' }, [anna.id])
    await advance('PT49H')
    const escalated = await sheetOf(started.call, id)
    assert.deepEqual(statesOf(escalated), ['delegated', 'pending'])
    const [first, second] = escalated.respondents
    assert.deepEqual([second.userId, second.delegatedFrom], [chief.id, first.id])
    assert.ok(Date.parse(second.dueAt) > Date.parse(first.dueAt))
    const told = await chief.call('GET', '/api/v1/notifications')
    assert.equal(told.body.result.result[0].event, 'task.escalated')
    await advance('PT50H')
    const after = await sheetOf(started.call, id)
    assert.deepEqual([after.state, statesOf(after)], ['rejected', ['delegated', 'rejected']])
  })

  it('is answered for at once when there is no supervisor, and keeps the task when there is no automatic answer', async () => {
    const answered = await dueSheet({ escalate: true, answer: 'rejected' }, [boris.id])
    const kept = await dueSheet({ escalate: true }, [boris.id])
    await advance('PT49H')
    assert.equal((await sheetOf(started.call, answered.id)).state, 'rejected')
    assert.deepEqual(statesOf(await sheetOf(started.call, kept.id)), ['pending'])
  })

  it('is no longer waited for in a familiarization', async () => {
    const { id } = await dueSheet({ answer: 'none' }, [anna.id, boris.id], { type: 'familiarization' })
    await answered(anna.call, id, 'informed')
    await advance('PT49H')
    const sheet = await sheetOf(started.call, id)
    assert.deepEqual([sheet.state, statesOf(sheet).toSorted()], ['informed', ['cancelled', 'informed']])
    assert.deepEqual(sheet.history.find(({ kind }: Body) => kind === 'overdue').details, { to: boris.id })
  })
})

it('rules for overdue respondents that make no sense are refused', async () => {
  const document = await aDocument(started.call)
  const start = (stage: Body, type: string) =>
    started.call(
      'POST',
      '/api/v1/sheets',
      startOf(document, [], { type, stages: [{ respondents: [user(anna.id)], ...stage }] }),
    )
  for (const [type, stage, sentence] of [
    ['approval', { overdue: { answer: 'approved' } }, /without a due date/],
    ['approval', { due: 'P1D', overdue: {} }, /say what happens/],
    ['approval', { due: 'P1D', overdue: { answer: 'none' } }, /"approved" or "rejected"/],
    ['familiarization', { due: 'P1D', overdue: { answer: 'approved' } }, /must be "none"/],
    ['familiarization', { due: 'P1D', overdue: { escalate: true } }, /confirm for a respondent/],
  ] as const)
    assertRefused(await start(stage, type), 400, 'sheet.wrong_route', sentence)
})
