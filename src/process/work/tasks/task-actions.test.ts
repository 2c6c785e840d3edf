import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Body } from '../../../../test/platform.ts'
import { PlatformError } from '../../../foundation/kit/errors.ts'
import { idOfApplication } from '../../../people/index.ts'
import { type TaskTrial, tryTasks } from './tasks.fixture.ts'

let trial: TaskTrial
before(async () => {
  trial = await tryTasks(
    '<chancery:exit code="ok" name="Accept"/><chancery:exit code="no" required="reason"/>',
    '<chancery:variable name="reason" type="string"/><chancery:variable name="sum" type="decimal"/>',
  )
})
after(() => trial[Symbol.asyncDispose]())

const refused = (code: string) => (error: unknown) => {
  assert.ok(error instanceof PlatformError, String(error))
  assert.equal(error.code, code, error.message)
  return true
}
const view = async (id: string, login: string) => (await trial.tasks.get(await trial.caller(login), id)) as Body
const kinds = async (id: string, login: string) => (await view(id, login)).history.map(({ kind }: Body) => kind)
const assigned = async (login: string) => trial.open({ assignee: await trial.user(login) })
const queued = async (...logins: string[]) => trial.open({ candidates: await Promise.all(logins.map(trial.user)) })

describe('a task of a queue', () => {
  it('is claimed by one of several simultaneous callers; the others receive an error', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await queued('anna', 'boris', 'clara')
      const callers = await Promise.all(['anna', 'boris', 'clara'].map(trial.caller))
      const results = await Promise.allSettled(callers.map((caller) => trial.tasks.claim(caller, id)))
      const failed = results.filter((result) => result.status === 'rejected')
      assert.equal(failed.length, 2)
      for (const { reason } of failed) refused('task.claimed')(reason)
      const winner = callers[results.findIndex(({ status }) => status === 'fulfilled')]!
      const { assignee, state, performers } = (await trial.tasks.get(winner, id)) as Body
      assert.deepEqual([assignee, state, performers], [winner.userId, 'inProgress', [winner.userId]])
    }
  })

  it('can be claimed twice by the same user without effect', async () => {
    const { id } = await queued('anna', 'boris')
    const anna = await trial.caller('anna')
    await trial.tasks.claim(anna, id)
    await trial.tasks.claim(anna, id)
    assert.deepEqual(await kinds(id, 'anna'), ['created', 'claimed'])
  })

  it('is released by the user who claimed it, and then claimed by another user', async () => {
    const { id } = await queued('anna', 'boris')
    const [anna, boris] = [await trial.caller('anna'), await trial.caller('boris')]
    await assert.rejects(trial.tasks.release(anna, id), refused('task.not_claimed'))
    await trial.tasks.claim(anna, id)
    await assert.rejects(trial.tasks.release(boris, id), refused('task.claimed'))
    const released = (await trial.tasks.release(anna, id)) as Body
    assert.deepEqual([released.assignee, released.state, released.claimedAt], [null, 'assignment', null])
    await trial.tasks.claim(boris, id)
    assert.deepEqual(await kinds(id, 'anna'), ['created', 'claimed', 'released', 'claimed'])
  })

  it('has one assignee when it is claimed and reassigned at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await queued('anna', 'boris')
      const [anna, clara] = [await trial.caller('anna'), await trial.user('clara')]
      const [claim, reassign] = await Promise.allSettled([
        trial.tasks.claim(anna, id),
        trial.tasks.reassign(trial.admin, id, { userId: clara, reason: 'holiday' }),
      ])
      assert.equal(reassign.status, 'fulfilled')
      assert.equal((await view(id, 'clara')).assignee, clara)
      if (claim.status === 'rejected') refused('task.claimed')(claim.reason)
    }
  })
})

describe('a task that was assigned directly', () => {
  it('is begun by a claim and cannot be released', async () => {
    const { id } = await assigned('anna')
    const anna = await trial.caller('anna')
    assert.equal(((await trial.tasks.claim(anna, id)) as Body).state, 'inProgress')
    await assert.rejects(trial.tasks.release(anna, id), refused('task.not_queued'))
  })

  it('is reassigned with a reason; the former performer can still see it', async () => {
    const { id } = await assigned('anna')
    const [anna, boris] = [await trial.caller('anna'), await trial.user('boris')]
    for (const userId of [anna.userId, '0b6f7b2e-2f0f-4f5a-9c53-0123456789ab', 'x'])
      await assert.rejects(trial.tasks.reassign(anna, id, { userId, reason: 'r' }), refused('task.wrong_user'))
    const task = (await trial.tasks.reassign(anna, id, { userId: boris, reason: 'holiday' })) as Body
    assert.deepEqual([task.assignee, task.state], [boris, 'inProgress'])
    const { by, details } = task.history.at(-1)
    assert.deepEqual([by, details], [anna.userId, { from: anna.userId, to: boris, reason: 'holiday' }])
    await assert.rejects(trial.tasks.claim(anna, id), refused('task.not_allowed'))
    await assert.rejects(trial.tasks.complete(anna, id, { exit: 'ok' }), refused('task.not_allowed'))
  })

  it('does not exist for other users', async () => {
    const { id } = await assigned('anna')
    const stranger = await trial.caller('stranger')
    const { tasks } = trial
    const { userId } = stranger
    for (const call of [
      () => tasks.get(stranger, id),
      () => tasks.claim(stranger, id),
      () => tasks.release(stranger, id),
      () => tasks.reassign(stranger, id, { userId, reason: 'r' }),
      () => tasks.delegate(stranger, id, { userId }),
      () => tasks.returnToOwner(stranger, id, {}),
      () => tasks.ask(stranger, id, { userId, question: 'q' }),
      () => tasks.answer(stranger, id, 'a'),
      () => tasks.complete(stranger, id, { exit: 'ok' }),
      () => tasks.get(stranger, 'x'),
      () => tasks.claim(stranger, '0b6f7b2e-2f0f-4f5a-9c53-0123456789ab'),
    ])
      await assert.rejects(call(), refused('task.not_found'))
  })

  it('can only be seen by the initiator; administrators of the process can perform all actions', async () => {
    const { id } = await assigned('anna')
    const [ivan, vera] = [await trial.caller('ivan'), await trial.caller('vera')]
    assert.equal((await view(id, 'ivan')).subject, 'Check')
    await assert.rejects(trial.tasks.complete(ivan, id, { exit: 'ok' }), refused('task.not_allowed'))
    await trial.tasks.reassign(vera, id, { userId: ivan.userId, reason: 'r' })
    assert.equal((await trial.tasks.complete(vera, id, { exit: 'ok' })).instance?.state, 'done')
  })
})

describe('a delegated task', () => {
  const delegated = async () => {
    const { id } = await assigned('anna')
    const [anna, boris] = [await trial.caller('anna'), await trial.caller('boris')]
    await trial.tasks.delegate(anna, id, { userId: boris.userId, comment: 'please check' })
    return { id, anna, boris }
  }

  it('is returned to its owner with a suggestion, and the owner completes it', async () => {
    const { id, anna, boris } = await delegated()
    assert.deepEqual([(await view(id, 'anna')).assignee, (await view(id, 'anna')).owner], [boris.userId, anna.userId])
    for (const caller of [anna, boris])
      await assert.rejects(trial.tasks.complete(caller, id, { exit: 'ok' }), refused('task.delegated'))
    await assert.rejects(trial.tasks.returnToOwner(boris, id, { exit: 'maybe' }), refused('task.wrong_exit'))
    await assert.rejects(trial.tasks.returnToOwner(boris, id, { context: { sum: 'x' } }), refused('task.wrong_values'))
    await trial.tasks.returnToOwner(boris, id, { exit: 'no', context: { reason: 'late' }, comment: 'done' })
    const { assignee, owner, suggestion } = await view(id, 'anna')
    assert.deepEqual([assignee, owner], [anna.userId, null])
    assert.deepEqual(suggestion, { by: boris.userId, exit: 'no', context: { reason: 'late' }, comment: 'done' })
    await trial.tasks.complete(anna, id, { exit: 'no', context: { reason: 'late' } })
    assert.deepEqual(await kinds(id, 'boris'), ['created', 'delegated', 'returned', 'completed'])
  })

  it('can be taken back by its owner, and neither delegated nor reassigned by the delegate', async () => {
    const { id, anna, boris } = await delegated()
    const clara = await trial.user('clara')
    await assert.rejects(trial.tasks.delegate(boris, id, { userId: clara }), refused('task.delegated'))
    await assert.rejects(trial.tasks.reassign(boris, id, { userId: clara, reason: 'r' }), refused('task.delegated'))
    await trial.tasks.returnToOwner(anna, id, {})
    await assert.rejects(trial.tasks.returnToOwner(anna, id, {}), refused('task.not_delegated'))
    assert.equal((await view(id, 'anna')).assignee, anna.userId)
  })
})

it('a question is answered by the person who was asked, once; the task stays with its performer', async () => {
  const { id } = await assigned('anna')
  const [anna, boris] = [await trial.caller('anna'), await trial.caller('boris')]
  await trial.tasks.ask(anna, id, { userId: boris.userId, question: 'Is the sum right?' })
  const own = async () =>
    JSON.parse((await trial.tasks.list(boris, {}, { size: 100 })).items.text).map((t: Body) => t.id)
  assert.ok((await own()).includes(id), 'the question is in the list of the person who was asked')
  await assert.rejects(trial.tasks.complete(boris, id, { exit: 'ok' }), refused('task.not_allowed'))
  await assert.rejects(trial.tasks.answer(anna, id, 'yes'), refused('task.not_asked'))
  await trial.tasks.answer(boris, id, 'yes')
  await assert.rejects(trial.tasks.answer(boris, id, 'no'), refused('task.not_allowed'))
  assert.ok(!(await own()).includes(id))
  const { history, assignee, asked, names } = await view(id, 'anna')
  assert.deepEqual([assignee, asked], [anna.userId, []])
  assert.deepEqual(
    history.slice(1).map(({ kind, by, details }: Body) => [kind, by, details]),
    [
      ['asked', anna.userId, { to: boris.userId, question: 'Is the sum right?' }],
      ['answered', boris.userId, { answer: 'yes' }],
    ],
  )
  assert.equal(names[boris.userId], 'boris')
})

describe('a substitute', () => {
  it('acts on behalf of the principal, and the history stores both users', async () => {
    const [petr, sofia] = [await trial.user('petr'), await trial.user('sofia')]
    await trial.people.substitutions.create(trial.admin, { principal: petr, substitute: sofia })
    const caller = await trial.caller('sofia')
    const { id } = await queued('petr', 'anna')
    const claimed = (await trial.tasks.claim(caller, id)) as Body
    assert.deepEqual([claimed.assignee, claimed.history[1].by, claimed.history[1].onBehalfOf], [petr, sofia, petr])
    await trial.tasks.complete(caller, id, { exit: 'ok', comment: 'seen' })
    const { outcome, history } = await view(id, 'petr')
    assert.deepEqual(outcome, { exit: 'ok', by: sofia, onBehalfOf: petr, comment: 'seen' })
    assert.deepEqual([history.at(-1).by, history.at(-1).onBehalfOf], [sofia, petr])
  })

  it('limited to some applications can only act on tasks about their elements', async () => {
    const [lena, oleg] = [await trial.user('lena'), await trial.user('oleg')]
    await trial.people.substitutions.create(trial.admin, {
      principal: lena,
      substitute: oleg,
      applications: ['ref.contacts'],
    })
    const caller = await trial.caller('oleg')
    const app = idOfApplication('ref.contacts')
    const about = await trial.open({ assignee: lena, itemApp: app })
    const other = await assigned('lena')
    await assert.rejects(trial.tasks.claim(caller, other.id), refused('task.not_found'))
    await trial.tasks.complete(caller, about.id, { exit: 'ok' })
  })
})

it('actions on an ended task are refused, and change nothing', async () => {
  const { id } = await assigned('anna')
  const anna = await trial.caller('anna')
  await trial.tasks.complete(anna, id, { exit: 'ok' })
  const before = await view(id, 'anna')
  const userId = await trial.user('boris')
  for (const call of [
    () => trial.tasks.claim(anna, id),
    () => trial.tasks.reassign(anna, id, { userId, reason: 'r' }),
    () => trial.tasks.delegate(anna, id, { userId }),
    () => trial.tasks.ask(anna, id, { userId, question: 'q' }),
    () => trial.tasks.complete(anna, id, { exit: 'ok' }),
  ])
    await assert.rejects(call(), refused('task.ended'))
  assert.deepEqual(await view(id, 'anna'), before)
})

describe('users are notified about actions on a task', () => {
  const last = () => trial.told.at(-1)!

  it('the new performer, the user who is asked, the user who asked, and the owner of a delegated task', async () => {
    const { id } = await assigned('anna')
    const [anna, boris, clara] = [await trial.caller('anna'), await trial.caller('boris'), await trial.caller('clara')]
    const before = trial.told.length
    await trial.tasks.claim(anna, id)
    assert.equal(trial.told.length, before)
    const steps: [() => Promise<unknown>, event: string, to: string, by: string, text: Body][] = [
      [
        () => trial.tasks.ask(anna, id, { userId: boris.userId, question: 'Why?' }),
        'task.asked',
        boris.userId,
        anna.userId,
        { question: 'Why?' },
      ],
      [() => trial.tasks.answer(boris, id, 'So'), 'task.answered', anna.userId, boris.userId, { answer: 'So' }],
      [
        () => trial.tasks.delegate(anna, id, { userId: clara.userId, comment: 'Help' }),
        'task.delegated',
        clara.userId,
        anna.userId,
        { comment: 'Help' },
      ],
      [
        () => trial.tasks.returnToOwner(clara, id, { comment: 'Here' }),
        'task.returned',
        anna.userId,
        clara.userId,
        { comment: 'Here' },
      ],
      [
        () => trial.tasks.reassign(anna, id, { userId: boris.userId, reason: 'Holiday' }),
        'task.reassigned',
        boris.userId,
        anna.userId,
        { reason: 'Holiday' },
      ],
    ]
    for (const [act, event, to, by, text] of steps) {
      await act()
      const { key, ...fact } = last()
      const details = { subject: 'Check', process: 'one', due: null, ...text }
      assert.deepEqual(fact, { event, to: [to], about: { type: 'task', id }, app: undefined, details, by })
    }
    assert.equal(trial.told.length, before + steps.length)
    assert.equal(new Set(trial.told.map(({ key }) => key)).size, trial.told.length)
  })

  it('not when the action is refused', async () => {
    const { id } = await assigned('anna')
    const before = trial.told.length
    const nobody = trial.tasks.reassign(await trial.caller('anna'), id, {
      userId: await trial.user('anna'),
      reason: 'x',
    })
    await assert.rejects(nobody, refused('task.wrong_user'))
    assert.equal(trial.told.length, before)
  })
})
