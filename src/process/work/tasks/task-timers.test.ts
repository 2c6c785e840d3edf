import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addWorkingTime } from '../../../calendars/add-working-time.ts'
import { builtInCalendar } from '../../../calendars/calendar.ts'
import { createDueTimes } from '../../../calendars/due-times.ts'
import { sql } from '../../../foundation/db/sql.ts'
import { systemClock } from '../../../foundation/kit/clock.ts'
import { type Fact, People } from '../../../people/index.ts'
import { element, end, extensions, flows, start } from '../../engine/process.fixture.ts'
import { caller, openTrial, type Trial } from '../../execution/execution.fixture.ts'
import { createFindPerformers, createTaskSupport } from './index.ts'

let trial: Trial
let people: People
/** The calendars that the settings of templates name. */
const calendars = new Map<string, string>()
const ids: Record<string, string> = {}
/** The facts that users were notified of. */
const told: Fact[] = []
const hourMs = 3_600_000

before(async () => {
  const support = createTaskSupport({
    clock: systemClock,
    tell: async (_tx, facts) => void told.push(...facts),
    findPerformers: createFindPerformers(systemClock),
    dueTimes: createDueTimes((from, duration, calendar) => {
      if (calendar !== 'office') throw new Error(`the calendar "${calendar}" does not exist`)
      return addWorkingTime(from, duration, builtInCalendar('UTC'))
    }, 'UTC'),
    calendarOf: (template) => calendars.get(template),
  })
  trial = await openTrial({ resolvePerformers: support.resolvePerformers, dueHandlers: [support.timers] })
  people = new People({ database: trial.database, clock: systemClock })
  for (const login of ['anna', 'boris']) ids[login] = await people.createUser(caller, { login, lastname: login })
})
after(async () => {
  await people.close()
  await trial[Symbol.asyncDispose]()
})

let count = 0
/** Starts an instance with one task for `anna` and returns the ids of the instance and of its task. */
async function open(extra: string, performer = '<chancery:performer type="user" value="anna"/>') {
  const task = element('userTask', 'a', extensions(performer + extra))
  const version = await trial.publish(`p${count++}`, [start(), task, end(), flows('s > a > e')])
  const instance = await trial.start(version, { initiator: ids.anna! })
  const { id = '' } = (await trial.waits(instance)).find(({ kind }) => kind === 'task') ?? {}
  return { instance, id }
}

interface Row {
  readonly assignee: string | null
  readonly candidates: string[] | null
  readonly state: string
  readonly hours: string | null
}

/** Returns the row of a task; `hours` is the time from its creation to its due date. */
const row = async (id: string) =>
  (await trial.database.reader.row<Row>(sql`
    select assignee::text, candidates::text[] as candidates, state,
      round(extract(epoch from due_at - created_at) / 3600, 2)::text as hours
    from process_task where id = ${id}`))!

async function history(id: string): Promise<unknown[]> {
  const rows = await trial.database.reader.rows<{ kind: string; details: string }>(sql`
    select kind, details from process_task_event where task = ${id} order by id`)
  return rows.map(({ kind, details }) => [kind, JSON.parse(details)])
}

const timers = async (instance: string) =>
  (await trial.waits(instance)).filter(({ kind }) => kind === 'taskTimer').length

describe('a new task', () => {
  it('counts working time by the calendar of its process when it names none', async () => {
    const task = element(
      'userTask',
      'a',
      extensions('<chancery:performer type="user" value="anna"/><chancery:task due="PT90H"/>'),
    )
    const version = await trial.publish(`p${count++}`, [start(), task, end(), flows('s > a > e')])
    const hours = async (): Promise<number> => {
      const instance = await trial.start(version, { initiator: ids.anna! })
      const { id } = (await trial.waits(instance)).find(({ kind }) => kind === 'task')!
      return Number((await row(id)).hours)
    }
    assert.equal(await hours(), 90)
    calendars.set(version.template, 'office')
    assert.ok((await hours()) > 200)
  })

  it('is due after a duration, at a date, or never', async () => {
    assert.deepEqual([(await row((await open('<chancery:task due="PT90M"/>')).id)).hours], ['1.50'])
    assert.equal((await row((await open('')).id)).hours, null)
    const date = await open('<chancery:task due="2030-01-01T00:00:00Z" priority="7"/>')
    const found = await trial.database.reader.row(sql`
      select due_at = '2030-01-01T00:00:00Z' as "isDue", priority from process_task where id = ${date.id}`)
    assert.deepEqual(found, { isDue: true, priority: 7 })
  })

  it('is due in working time of a calendar', async () => {
    const { id } = await open('<chancery:task due="PT9H" calendar="office"/>')
    const found = await trial.database.reader.row<{ due: string; from: string }>(sql`
      select due_at as due, created_at as "from" from process_task where id = ${id}`)
    const due = addWorkingTime(new Date(found!.from), 'PT9H', builtInCalendar('UTC'))
    assert.equal(new Date(found!.due).getTime(), due.getTime())
  })

  it('without a performer or with a wrong due date becomes an incident; a retry opens the task', async () => {
    const kinds = async (instance: string) =>
      trial.database.reader.rows<{ kind: string; message: string; id: string }>(sql`
        select kind, message, id::text from process_incident where instance = ${instance} and state = 'open'`)
    const nobody = await open('', '<chancery:performer type="user" value="later"/>')
    const [incident] = await kinds(nobody.instance)
    assert.equal(incident!.kind, 'ASSIGNEE_ERROR')
    assert.match(incident!.message, /there is no user "later"/)
    ids.later = await people.createUser(caller, { login: 'later', lastname: 'later' })
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    await trial.execution.deliver({
      instance: nobody.instance,
      stimulus: { type: 'retry', incident: incident!.id },
      caller,
    })
    assert.equal((await row(await trial.wait(nobody.instance, 'a'))).assignee, ids.later)
    for (const task of ['due="&quot;soon&quot;"', 'due="PT1H" calendar="none"']) {
      const wrong = await open(`<chancery:task ${task}/>`)
      assert.deepEqual(
        (await kinds(wrong.instance)).map(({ kind }) => kind),
        ['EXPRESSION_ERROR'],
      )
    }
  })
})

describe('reminders and escalations', () => {
  it('appear once in the history when they are due, and leave the task open', async () => {
    const { id, instance } = await open(
      '<chancery:task due="PT10H"/><chancery:reminder before="PT4H"/><chancery:escalation action="add" ' +
        'type="user" value="boris"/>',
    )
    assert.equal(await timers(instance), 2)
    await trial.advanceClock(5.9 * hourMs)
    assert.deepEqual(await history(id), [])
    await trial.advanceClock(0.2 * hourMs)
    assert.deepEqual(await history(id), [['reminded', { to: [ids.anna] }]])
    await trial.advanceClock(5 * hourMs)
    const details = { action: 'add', from: [ids.anna], to: [ids.boris] }
    assert.deepEqual((await history(id)).slice(1), [['escalated', details]])
    const { assignee, candidates, state } = await row(id)
    assert.deepEqual([assignee, candidates, state], [null, [ids.anna, ids.boris], 'new'])
    assert.equal(await timers(instance), 0)
  })

  it('notify the present and the new performers', async () => {
    const before = told.length
    const { id } = await open(
      '<chancery:reminder after="PT1H"/><chancery:escalation after="PT2H" action="add" type="user" value="boris"/>',
    )
    await trial.advanceClock(2.1 * hourMs)
    const about = { type: 'task', id }
    assert.deepEqual(
      told.slice(before).map(({ event, to, about, by }) => ({ event, to, about, by })),
      [
        { event: 'task.reminded', to: [ids.anna], about, by: undefined },
        { event: 'task.escalated', to: [ids.boris], about, by: undefined },
      ],
    )
  })

  it('give the task to another user, such as the initiator', async () => {
    const { id } = await open(
      '<chancery:escalation after="PT1H" action="reassign" type="initiator"/>',
      '<chancery:performer type="user" value="boris"/>',
    )
    await trial.advanceClock(1.1 * hourMs)
    assert.deepEqual(await history(id), [['escalated', { action: 'reassign', from: [ids.boris], to: [ids.anna] }]])
    assert.equal((await row(id)).assignee, ids.anna)
  })

  it('without a performer are recorded as failed and leave the task unchanged', async () => {
    const { id } = await open('<chancery:escalation after="PT1H" type="supervisor" value="performer"/>')
    await trial.advanceClock(1.1 * hourMs)
    const [[kind, details]] = (await history(id)) as [[string, { problem: string }]]
    assert.equal(kind, 'escalationFailed')
    assert.match(details.problem, /^the escalation reaches nobody: no filled position stands above/)
    assert.equal((await row(id)).assignee, ids.anna)
  })

  it('are deleted when the task is completed or its instance is interrupted', async () => {
    const more = '<chancery:reminder after="PT1H"/><chancery:escalation after="PT2H" type="user" value="boris"/>'
    const [completed, interrupted] = [await open(more), await open(more)]
    assert.equal(await timers(completed.instance), 2)
    await trial.complete(completed.instance, 'a')
    await trial.execution.deliver({
      instance: interrupted.instance,
      stimulus: { type: 'interrupt', reason: 'r' },
      caller,
    })
    assert.deepEqual([await timers(completed.instance), await timers(interrupted.instance)], [0, 0])
    await trial.advanceClock(3 * hourMs)
    assert.deepEqual([await history(completed.id), await history(interrupted.id)], [[], []])
  })

  it('are left out when their time has passed at the creation of the task', async () => {
    const { instance } = await open('<chancery:task due="PT1H"/><chancery:reminder before="PT4H"/>')
    assert.equal(await timers(instance), 0)
  })
})
