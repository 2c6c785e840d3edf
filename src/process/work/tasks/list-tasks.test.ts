import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Body } from '../../../../test/platform.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import type { TaskFilter } from './index.ts'
import { type TaskTrial, tryTasks } from './tasks.fixture.ts'

let trial: TaskTrial
const opened: Record<string, { id: string; instance: string }> = {}
before(async () => {
  trial = await tryTasks()
  const [anna, boris, clara] = [await trial.user('anna'), await trial.user('boris'), await trial.user('clara')]
  opened.annas = await trial.open({ assignee: anna, dueAt: new Date('2026-05-02T00:00:00Z') })
  opened.queue = await trial.open({ candidates: [anna, boris], dueAt: new Date('2026-05-01T00:00:00Z') })
  opened.boriss = await trial.open({ assignee: boris })
  opened.done = await trial.open({ assignee: anna })
  await trial.tasks.complete(await trial.caller('anna'), opened.done.id, {})
  opened.claras = await trial.open({ assignee: clara })
})
after(() => trial[Symbol.asyncDispose]())

async function listed(login: string, filter: TaskFilter = {}, list: Body = {}): Promise<Body[]> {
  const caller = login === 'admin' ? trial.admin : await trial.caller(login)
  const { items, total } = await trial.tasks.list(caller, filter, { size: 100, ...list })
  const rows = JSON.parse(items.text)
  assert.ok(total >= rows.length)
  return rows
}
async function names(login: string, filter: TaskFilter = {}, list: Body = {}): Promise<string[]> {
  const rows = await listed(login, filter, list)
  return rows.map(({ id }) => Object.keys(opened).find((name) => opened[name]!.id === id) ?? id)
}

describe('a list of tasks', () => {
  it('shows the open tasks that the caller can work on, newest first', async () => {
    assert.deepEqual(await names('anna'), ['queue', 'annas'])
    assert.deepEqual(await names('boris'), ['boriss', 'queue'])
    assert.deepEqual(await names('ivan'), [])
    assert.deepEqual(await names('stranger'), [])
  })

  it('of an instance shows all of its tasks to those who see the instance', async () => {
    const { instance } = opened.boriss!
    for (const login of ['ivan', 'vera', 'admin', 'boris'])
      assert.deepEqual(await names(login, { instanceId: instance }), ['boriss'], login)
    assert.deepEqual(await names('anna', { instanceId: instance }), [])
    assert.deepEqual(await names('ivan', { instanceId: instance, elementId: 'b' }), [])
    assert.deepEqual(await names('ivan', { elementId: 'a' }), ['claras', 'boriss', 'queue', 'annas'])
  })

  it('of another performer shows the tasks that the caller may see', async () => {
    const boris = await trial.user('boris')
    assert.deepEqual(await names('vera', { performer: boris }), ['boriss', 'queue'])
    assert.deepEqual(await names('anna', { performer: boris }), ['queue'])
    assert.deepEqual(await names('admin', { performer: 'any' }), ['claras', 'boriss', 'queue', 'annas'])
    await assert.rejects(names('anna', { performer: 'x' }), { code: 'input.wrong' })
  })

  it('is limited by the state', async () => {
    assert.deepEqual(await names('anna', { state: 'closed', performer: 'me' }), ['done'])
    assert.deepEqual(await names('anna', { state: 'all', performer: 'me' }), ['done', 'queue', 'annas'])
    assert.deepEqual(await names('admin', { state: 'cancel', performer: 'any' }), [])
    assert.deepEqual(await names('anna', { state: 'inProgress' }), ['annas'])
    assert.deepEqual(await names('anna', { state: 'assignment' }), ['queue'])
  })

  it('shows each task in its state, and filters by states', async () => {
    const rows = await listed('anna', { state: 'all', performer: 'me' })
    const states = Object.fromEntries(rows.map(({ id, state }) => [id, state]))
    assert.deepEqual(
      ['queue', 'annas', 'done'].map((name) => states[opened[name]!.id]),
      ['assignment', 'inProgress', 'closed'],
    )
    assert.deepEqual(await names('anna', {}, { filter: { tf: { state: 'assignment' } } }), ['queue'])
    await assert.rejects(listed('anna', {}, { filter: { tf: { state: 'open' } } }), {
      message: /has no value "open"; known are assignment, inProgress, closed, cancel/,
    })
  })

  it('is filtered, sorted and paged like any list', async () => {
    const by = (field: string, ascending = true) => ({ sortExpressions: [{ field, ascending }] })
    assert.deepEqual(await names('anna', {}, by('dueAt')), ['queue', 'annas'])
    assert.deepEqual(await names('anna', {}, by('dueAt', false)), ['annas', 'queue'])
    const filter = { tf: { dueAt: { max: '2026-05-01T12:00:00Z' } } }
    assert.deepEqual(await names('anna', {}, { filter }), ['queue'])
    const boris = await trial.user('boris')
    const ofBoris = { tf: { performers: [boris] } }
    assert.deepEqual(await names('admin', { performer: 'any' }, { filter: ofBoris }), ['boriss', 'queue'])
    const eql = { eql: { query: `[subject] = 'Check' and [assignee] = '${boris}'` } }
    assert.deepEqual(await names('admin', { performer: 'any' }, { filter: eql }), ['boriss'])
    assert.deepEqual(await names('anna', {}, { from: 1, size: 1 }), ['annas'])
    const { total } = await trial.tasks.list(await trial.caller('anna'), {}, { size: 1 })
    assert.equal(total, 2)
  })

  it('returns the requested fields', async () => {
    const [row] = await listed('anna', {}, { fields: { subject: true, exits: true, instance: true }, size: 1 })
    const { templateId, ...instance } = row!.instance
    assert.match(templateId, /^[0-9a-f-]{36}$/)
    assert.deepEqual(instance, { id: opened.queue!.instance, name: 'one', state: 'wait' })
    assert.deepEqual(row, {
      __id: opened.queue!.id,
      subject: 'Check',
      exits: [],
      instance: { ...instance, templateId },
    })
  })

  it('has tabs: mine, queue, overdue, waiting for others and done, each with its number', async () => {
    assert.deepEqual(await names('anna', { tab: 'mine' }), ['annas'])
    assert.deepEqual(await names('anna', { tab: 'queue' }), ['queue'])
    assert.deepEqual(await names('anna', { tab: 'overdue' }), ['queue', 'annas'])
    assert.deepEqual(await names('anna', { tab: 'done' }), ['done'])
    assert.deepEqual(await names('anna', { tab: 'waiting' }), [])
    assert.deepEqual(await names('ivan', { tab: 'waiting' }), ['claras', 'boriss', 'queue', 'annas'])
    assert.deepEqual(await names('ivan', { tab: 'waiting', instanceId: opened.queue!.instance }), ['queue'])
    assert.deepEqual(await trial.tasks.counts(await trial.caller('anna')), {
      mine: 1,
      queue: 1,
      overdue: 2,
      waiting: 0,
      done: 1,
    })
    const counts = await trial.tasks.counts(await trial.caller('ivan'))
    assert.deepEqual([counts.mine, counts.queue, counts.waiting], [0, 0, 4])
    for (const other of [{ state: 'open' }, { performer: 'me' }] as const)
      await assert.rejects(names('anna', { tab: 'mine', ...other }), { code: 'input.wrong', message: /"tab"/ })
  })

  it('of overdue tasks has those whose due date has passed', async () => {
    const dora = await trial.user('dora')
    const { id } = await trial.open({ assignee: dora, dueAt: new Date(trial.clock.nowMs() - 1000) })
    await trial.open({ assignee: dora, dueAt: new Date(trial.clock.nowMs() + 60_000) })
    assert.deepEqual(await names('dora', { tab: 'overdue' }), [id])
    assert.equal((await trial.tasks.counts(await trial.caller('dora'))).overdue, 1)
  })

  it('of done tasks also has those that a substitute has completed', async () => {
    const [emil, flora] = [await trial.user('emil'), await trial.user('flora')]
    const { id } = await trial.open({ assignee: emil })
    const from = new Date(trial.clock.nowMs() - 1000).toISOString()
    await trial.people.substitutions.create(trial.admin, { principal: emil, substitute: flora, from })
    assert.deepEqual(await names('flora', { tab: 'mine' }), [id])
    await trial.tasks.complete(await trial.caller('flora'), id, {})
    for (const login of ['emil', 'flora']) assert.deepEqual(await names(login, { tab: 'done' }), [id], login)
  })

  it('of delegated tasks shows them to their owner as waiting', async () => {
    const gerd = await trial.user('gerd')
    const { id } = await trial.open({ assignee: gerd })
    await trial.tasks.delegate(await trial.caller('gerd'), id, { userId: await trial.user('hans') })
    assert.deepEqual(await names('gerd', { tab: 'waiting' }), [id])
    assert.deepEqual(await names('gerd', { tab: 'mine' }), [])
  })

  it('of an instance shows a reassigned task to its former performer', async () => {
    const { id, instance } = await trial.open({ assignee: await trial.user('clara'), template: newId() })
    const clara = await trial.caller('clara')
    await trial.tasks.reassign(clara, id, { userId: await trial.user('boris'), reason: 'r' })
    assert.deepEqual(await names('clara', { instanceId: instance }), [id])
    assert.ok(!(await names('clara')).includes(id))
  })
})
