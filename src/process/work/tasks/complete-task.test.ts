import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Body } from '../../../../test/platform.ts'
import { PlatformError } from '../../../foundation/kit/errors.ts'
import { type TaskTrial, tryTasks } from './tasks.fixture.ts'

let trial: TaskTrial
before(async () => {
  trial = await tryTasks(
    '<chancery:input name="draft" value="sum"/><chancery:task result="decision"/>' +
      '<chancery:exit code="ok" name="Accept"/><chancery:exit code="no" required="reason"/>' +
      '<chancery:form><chancery:field name="sum" readOnly="true"/><chancery:field name="reason" title="Why"/>' +
      '<chancery:field name="due" required="true"/><chancery:field name="draft"/></chancery:form>',
    '<chancery:variable name="reason" type="string"/><chancery:variable name="sum" type="decimal" title="Sum"/>' +
      '<chancery:variable name="due" type="date"/><chancery:variable name="secret" type="string"/>' +
      '<chancery:variable name="decision" type="string"/>',
  )
})
after(() => trial[Symbol.asyncDispose]())

async function assertRefused(work: Promise<unknown>, code: string): Promise<Body> {
  const error = await work.then(
    () => assert.fail('it was not refused'),
    (error: unknown) => error,
  )
  assert.ok(error instanceof PlatformError, String(error))
  assert.equal(error.code, code, error.message)
  return error.details
}
const open = async (context: Body = {}) =>
  trial.open({ assignee: await trial.user('anna'), context, input: { draft: 7 } })
const complete = async (id: string, completion: Body) =>
  trial.tasks.complete(await trial.caller('anna'), id, completion)
const due = '2026-05-01T00:00:00Z'

describe('the form of a task', () => {
  it('has the declared fields in their order, with the present values and the required fields of each exit', async () => {
    const { id } = await open({ sum: '12.50', reason: 'none', secret: 'x' })
    const { fields, exits } = (await trial.tasks.get(await trial.caller('anna'), id)) as Body
    assert.deepEqual(
      fields.map(({ name, title, type, order, isReadOnly, isRequired, requiredFor, value }: Body) => [
        [name, title, type, order],
        [isReadOnly, isRequired, requiredFor, value],
      ]),
      [
        [
          ['sum', 'Sum', 'decimal', 0],
          [true, false, [], '12.50'],
        ],
        [
          ['reason', 'Why', 'string', 1],
          [false, false, ['no'], 'none'],
        ],
        [
          ['due', 'due', 'date', 2],
          [false, true, [], null],
        ],
        [
          ['draft', 'draft', 'json', 3],
          [false, false, [], 7],
        ],
      ],
    )
    assert.deepEqual(exits, [
      { code: 'ok', name: 'Accept', kind: null, required: [], isCommentRequired: false },
      { code: 'no', name: 'no', kind: null, required: ['reason'], isCommentRequired: false },
    ])
  })

  it('without a form has the variables of the process', async () => {
    await using plain = await tryTasks(
      '',
      '<chancery:variable name="a" type="string"/><chancery:variable name="b" type="integer" direction="internal"/>' +
        '<chancery:variable name="c" type="boolean" readOnly="true"/>',
    )
    const { id } = await plain.open({ assignee: await plain.user('anna'), context: { a: 'x' } })
    const { fields } = (await plain.tasks.get(await plain.caller('anna'), id)) as Body
    assert.deepEqual(
      fields.map(({ name, isReadOnly, value }: Body) => [name, isReadOnly, value]),
      [
        ['a', false, 'x'],
        ['c', true, null],
      ],
    )
  })
})

describe('completing a task', () => {
  it('writes the checked values, and the exit to the variable that the task names', async () => {
    const { id, instance } = await open()
    assert.deepEqual(await complete(id, { exit: 'no', context: { reason: 'late', due }, comment: 'sorry' }), {
      instance: { id: instance, state: 'done' },
    })
    const { stimulus, task } = trial.deliveries.at(-1)!
    const variables = { reason: 'late', due, decision: 'no' }
    assert.deepEqual(stimulus, { type: 'complete', wait: id, variables })
    assert.deepEqual(task, { by: await trial.user('anna'), exit: 'no', comment: 'sorry' })
  })

  it('requires an existing exit when there are several', async () => {
    const { id } = await open()
    assert.deepEqual((await assertRefused(complete(id, {}), 'task.wrong_exit')).exits, ['ok', 'no'])
    await assertRefused(complete(id, { exit: 'OK', context: { due } }), 'task.wrong_exit')
  })

  it('is refused with one problem for each wrong field', async () => {
    const { id } = await open()
    const context = { sum: '1', due: 'tomorrow', nothing: 1, secret: 'x', reason: 5 }
    const { problems } = await assertRefused(complete(id, { exit: 'ok', context }), 'task.wrong_values')
    assert.deepEqual(problems.map(({ field }: Body) => field).toSorted(), ['due', 'nothing', 'reason', 'secret', 'sum'])
    assert.equal(((await trial.tasks.get(await trial.caller('anna'), id)) as Body).state, 'inProgress')
  })

  it('requires the fields of the exit; a present value is enough, a cleared value is not', async () => {
    const { id } = await open()
    const fieldsOf = async (completion: Body) =>
      (await assertRefused(complete(id, completion), 'task.wrong_values')).problems.map(({ field }: Body) => field)
    assert.deepEqual(await fieldsOf({ exit: 'ok' }), ['due'])
    assert.deepEqual(await fieldsOf({ exit: 'no' }), ['reason', 'due'])
    assert.deepEqual(await fieldsOf({ exit: 'no', context: { reason: '', due } }), ['reason'])
    const full = await open({ reason: 'r', due })
    await assertRefused(complete(full.id, { exit: 'no', context: { reason: null } }), 'task.wrong_values')
    await complete(full.id, { exit: 'no' })
  })

  it('succeeds once for several simultaneous callers', async () => {
    const { id } = await open({ due })
    const results = await Promise.allSettled([1, 2, 3, 4].map(() => complete(id, { exit: 'ok' })))
    const failed = results.filter((result) => result.status === 'rejected')
    assert.deepEqual(
      failed.map(({ reason }) => reason.code),
      ['task.ended', 'task.ended', 'task.ended'],
    )
  })

  it('of a queue does not require a claim, and is refused when a colleague has claimed the task', async () => {
    const candidates = [await trial.user('anna'), await trial.user('boris')]
    const first = await trial.open({ candidates, context: { due } })
    await complete(first.id, { exit: 'ok' })
    const second = await trial.open({ candidates, context: { due } })
    await trial.tasks.claim(await trial.caller('boris'), second.id)
    await assertRefused(complete(second.id, { exit: 'ok' }), 'task.claimed')
  })
})

it('several tasks are completed together; tasks without a required value stay open, with the reason', async () => {
  const anna = await trial.caller('anna')
  const ids = [(await open({ due })).id, (await open()).id, (await open({ due })).id, 'x']
  const { items } = await assertRefused(trial.tasks.completeMany(anna, ids, { exit: 'ok' }), 'task.some_failed')
  assert.deepEqual(
    items.map(({ id, code }: Body) => [id, code]),
    [
      [ids[0], undefined],
      [ids[1], 'task.wrong_values'],
      [ids[2], undefined],
      ['x', 'task.not_found'],
    ],
  )
  const more = [(await open({ due })).id, (await open({ due })).id]
  assert.equal((await trial.tasks.completeMany(anna, more, { exit: 'ok' })).length, 2)
})
