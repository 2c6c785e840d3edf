import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from '../../foundation/db/sql.ts'
import { idOfPath, newId } from '../../foundation/kit/ids.ts'
import { hourMs, type NotificationTrial, openNotifications, taskFact } from './notifications.fixture.ts'

let trial: NotificationTrial
before(async () => {
  trial = await openNotifications()
})
after(() => trial[Symbol.asyncDispose]())

let count = 0
const aUser = (): Promise<string> => trial.user(`user${++count}`)
const titles = async (userId: string): Promise<unknown[]> => (await trial.listed(userId)).map(({ title }) => title)
const waiting = async (): Promise<number> =>
  (await trial.database.reader.row<{ n: number }>(sql`select count(*)::int as n from notification_fact`))!.n

describe('a fact', () => {
  it('becomes a notification in the list of its receiver, with a text and a link to its object', async () => {
    const [anna, boris] = [await aUser(), await aUser()]
    const id = newId()
    const about = { type: 'task', id } as const
    const details = { subject: 'Check', process: 'Order 7', due: '2030-03-05T10:00:00.000Z', reason: 'I am on holiday' }
    await trial.tell(taskFact(anna, { event: 'task.reassigned', about, details, by: boris }))
    const [{ __id, id: same, createdAt, ...notification }, ...others] = (await trial.listed(anna)) as [
      Record<string, string>,
    ]
    assert.deepEqual([others, same, typeof createdAt], [[], __id, 'string'])
    assert.deepEqual(notification, {
      kind: 'task',
      event: 'task.reassigned',
      title: `user${count} reassigned a task to you: Check`,
      text: 'I am on holiday\nProcess: Order 7\nDue: Mar 5, 2030, 10:00 AM',
      about,
      by: boris,
      readAt: null,
    })
    assert.equal(await waiting(), 0)
  })

  it('notifies the users of groups, positions and departments, each user once', async () => {
    const [anna, boris, clara] = [await aUser(), await aUser(), await aUser()]
    const { people, admin } = trial
    const group = JSON.parse((await people.groups.create(admin, 'global', { __name: newId() })).text).__id
    await people.groups.addItems(admin, group, [anna, boris])
    const department = await people.orgChart.create(admin, { kind: 'department', name: 'Law' })
    const lawyer = { kind: 'position', name: 'Lawyer', parent: department, holders: [clara] } as const
    const position = await people.orgChart.create(admin, lawyer)
    await trial.tell(taskFact([group, department, position, anna]))
    for (const user of [anna, boris, clara]) assert.equal((await titles(user)).length, 1)
  })

  it('does not notify blocked users or the user who acted', async () => {
    const [anna, boris] = [await aUser(), await aUser()]
    await trial.people.changeUser(trial.admin, boris, { status: 'blocked' })
    await trial.tell(taskFact([anna, boris], { by: anna }))
    assert.deepEqual([await titles(anna), await waiting()], [[], 0])
    const row = await trial.database.reader.row(sql`select from notification where user_id = ${boris}`)
    assert.equal(row, undefined)
  })

  it('notifies once, however often it is written', async () => {
    const anna = await aUser()
    const fact = taskFact(anna)
    await trial.tell(fact, fact)
    assert.equal((await titles(anna)).length, 1)
    await trial.tell(fact)
    assert.equal((await titles(anna)).length, 1)
  })

  it('notifies nobody when its action is rolled back', async () => {
    const anna = await aUser()
    const { database, notifications } = trial
    const action = database.transaction(async (tx) => {
      await notifications.tell(tx, [taskFact(anna)])
      throw new Error('refused')
    })
    await assert.rejects(action, /refused/)
    assert.deepEqual(await titles(anna), [])
  })

  it('notifies once when several nodes take facts at the same time', async () => {
    await using other = await trial.addNode()
    const users = await Promise.all(Array.from({ length: 20 }, aUser))
    const facts = Array.from({ length: 500 }, () => taskFact(users))
    await trial.tell(...facts)
    await Promise.all([trial.notifications, other.notifications].flatMap((one) => Array(3).fill(one)).map(settle))
    assert.equal(await waiting(), 0)
    for (const user of users) {
      const { total } = await trial.notifications.list(await trial.caller(user), {}, { size: 1 })
      assert.equal(total, 500)
    }
  })

  it('notifies all users of large groups, also when many facts are written at once', async () => {
    const users = await Promise.all(Array.from({ length: 30 }, aUser))
    const { people, admin } = trial
    const group = JSON.parse((await people.groups.create(admin, 'global', { __name: newId() })).text).__id
    await people.groups.addItems(admin, group, users)
    // Together, they have more receivers than one transaction takes.
    await trial.tell(...Array.from({ length: 40 }, () => taskFact(Array(20).fill(group))))
    for (const user of users) assert.equal((await titles(user)).length, 40)
  })

  it('of a newer release waits for a node of that release, and holds back no other fact', async () => {
    const anna = await aUser()
    await trial.tell(taskFact(anna, { event: 'of.tomorrow' as never }), taskFact(anna))
    assert.equal((await titles(anna)).length, 1)
    assert.equal(await waiting(), 1)
    await trial.database.single.rows(sql`delete from notification_fact`)
  })
})

const settle = (notifications: NotificationTrial['notifications']) =>
  notifications.periodic.find(({ name }) => name === 'notify people')!.run(new AbortController().signal)

describe('a substitute', () => {
  const substitute = (principal: string, other: string, more: object = {}) =>
    trial.people.substitutions.create(trial.admin, { principal, substitute: other, ...more })

  it('is notified about work of the principal, together with the principal or instead', async () => {
    for (const [kind, ofPrincipal] of [
      ['together', 1],
      ['instead', 0],
    ] as const) {
      const [anna, boris] = [await aUser(), await aUser()]
      await substitute(anna, boris, { kind })
      await trial.tell(taskFact(anna), taskFact(anna, { event: 'import.done' }))
      assert.deepEqual(
        (await trial.listed(boris)).map(({ event }) => event),
        ['task.new'],
      )
      assert.equal((await trial.listed(anna)).filter(({ event }) => event === 'task.new').length, ofPrincipal, kind)
      assert.equal((await trial.listed(anna)).filter(({ event }) => event === 'import.done').length, 1)
    }
  })

  it('is notified only during the substitution, and only about elements of its applications', async () => {
    const [anna, boris, clara] = [await aUser(), await aUser(), await aUser()]
    await substitute(anna, boris, { applications: ['docs.contracts'] })
    await substitute(anna, clara, { from: new Date(trial.clock.nowMs() + hourMs).toISOString() })
    await trial.tell(taskFact(anna), taskFact(anna, { app: newId() }))
    assert.deepEqual([await titles(boris), await titles(clara)], [[], []])
    await trial.advance(hourMs)
    await trial.tell(taskFact(anna, { app: idOfPath('docs/contracts') }))
    assert.deepEqual([(await titles(boris)).length, (await titles(clara)).length], [1, 1])
  })
})

describe('the list of a user', () => {
  it('leaves out kinds that the user has switched off, and is in the language of the user', async () => {
    const anna = await aUser()
    const caller = await trial.caller(anna)
    await trial.notifications.changeSettings(caller, { language: 'ru', kinds: { import: { inApp: false } } })
    await trial.tell(taskFact(anna), taskFact(anna, { event: 'import.failed' }))
    assert.deepEqual(await titles(anna), ['Новая задача: Check the contract'])
  })

  it('loses notifications after a year', async () => {
    const anna = await aUser()
    await trial.tell(taskFact(anna))
    assert.equal((await titles(anna)).length, 1)
    await trial.advance(366 * 24 * hourMs)
    assert.deepEqual(await titles(anna), [])
  })
})
