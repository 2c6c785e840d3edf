import { openTestDatabase, type TestDatabase } from '../../../../test/database.ts'
import { sql } from '../../../foundation/db/sql.ts'
import { createMovableClock, type MovableClock } from '../../../foundation/kit/clock.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { type Caller, type Fact, loadCaller, People, systemCaller } from '../../../people/index.ts'
import { createLists } from '../../../query/index.ts'
import { AnswersInLanguage } from '../../definition/index.ts'
import type { Programs } from '../../definition/templates/programs.ts'
import type { Variables } from '../../engine/advance/index.ts'
import { bpmn, compile, element, end, extensions, fixtureLanguage, flows, start } from '../../engine/process.fixture.ts'
import type { Delivery, Execution } from '../../execution/execution.ts'
import { loadProgram } from '../../index.ts'
import { Tasks } from './index.ts'

/** Tasks with users on a separate database. Instances are only rows, and completing a task ends its row. */
export interface TaskTrial extends AsyncDisposable {
  readonly database: TestDatabase
  readonly clock: MovableClock
  readonly people: People
  readonly tasks: Tasks
  readonly admin: Caller
  readonly deliveries: Delivery[]
  /** The facts that users were notified of. */
  readonly told: Fact[]
  /** Returns the id of the user with this login. Creates the user if necessary. */
  user(login: string): Promise<string>
  caller(login: string): Promise<Caller>
  /** Opens a task of a new instance that `ivan` started. */
  open(task: OpenedTask): Promise<{ id: string; instance: string }>
}

interface OpenedTask {
  readonly assignee?: string
  readonly candidates?: readonly string[]
  readonly context?: Variables
  readonly input?: Variables
  readonly dueAt?: Date
  readonly itemApp?: string
  readonly template?: string
}

/**
 * Creates tasks on a separate database. `extra` are extension elements of the task `a`; `variables` are those of the
 * process.
 */
export async function tryTasks(extra = '', variables = ''): Promise<TaskTrial> {
  const database = await openTestDatabase()
  const clock = createMovableClock()
  const people = new People({ database, clock })
  const programs = await programsOf(extra, variables)
  const deliveries: Delivery[] = []
  const execution: Pick<Execution, 'deliver'> = {
    async deliver(delivery) {
      deliveries.push(delivery)
      const { stimulus, task } = delivery
      if (stimulus.type !== 'complete') throw new Error('only tasks are completed')
      const ended = await database.single.row(sql`
        update process_task set state = 'done', ended_at = ${new Date(clock.nowMs())}, outcome = ${JSON.stringify(task)}::jsonb,
          assignee = coalesce(assignee, ${task!.onBehalfOf ?? task!.by})
        where id = ${stimulus.wait} and ended_at is null returning id`)
      return { outcome: ended ? 'advanced' : 'notWaiting', state: 'done', context: {} }
    },
  }
  const viewers = new Set<string>()
  const templates = {
    may: async (_reader: unknown, { userId }: Caller, _template: string, right: string) =>
      right === 'administer' && viewers.has(userId),
    throughElements: () => () => sql`false`,
    hidden: () => undefined,
    viewed: ({ userId }: Caller) => (viewers.has(userId) ? undefined : () => sql`false`),
  }
  const lists = createLists(database.reader)
  const told: Fact[] = []
  const tell = async (_tx: unknown, facts: readonly Fact[]): Promise<void> => void told.push(...facts)
  const checkReferences = async () => []
  // Tasks of sheets and the choice of cases are tested over HTTP.
  const none = async () => undefined
  const sheets = { respondent: none, respond: none, checkAnswer: none, delegate: none }
  const registry = {} as never
  const tasks = new Tasks({
    database,
    clock,
    lists,
    programs,
    execution,
    templates,
    checkReferences,
    tell,
    sheets,
    registry,
    findElement: none,
    answers: new AnswersInLanguage({ all: () => [], byId: () => undefined }),
    findFor: () => () => undefined,
  })
  const admin = systemCaller(newId())
  const ids = new Map<string, string>()
  const user = async (login: string): Promise<string> => {
    const known = ids.get(login) ?? (await people.createUser(admin, { login, lastname: login }))
    ids.set(login, known)
    if (login === 'vera') viewers.add(known)
    return known
  }
  const ivan = await user('ivan')
  return {
    database,
    clock,
    people,
    tasks,
    admin,
    deliveries,
    told,
    user,
    caller: async (login) => (await loadCaller(database.reader, await user(login), 'test', new Date(clock.nowMs())))!,
    async open({ assignee, candidates, context = {}, input, dueAt, itemApp, template = newId() }) {
      const [id, instance, now] = [newId(), newId(), new Date(clock.nowMs())]
      await database.single.rows(sql`
        insert into process_instance (id, template, version, rev, state, name, context, created_at, created_by,
          updated_at, updated_by, root)
        values (${instance}, ${template}, 1, 1, 'wait', 'one', ${JSON.stringify(context)}::jsonb, ${now}, ${ivan}, ${now},
          ${ivan}, ${instance})`)
      await database.single.rows(sql`
        insert into process_task (instance, id, template, version, element, type, subject, state, assignee, candidates,
          due_at, item_app, item, created_at, settings)
        values (${instance}, ${id}, ${template}, 1, 'a', 'task', 'Check', 'new', ${assignee ?? null},
          ${candidates ?? null}::uuid[], ${dueAt ?? null}, ${itemApp ?? null}, ${itemApp ? newId() : null}, ${now},
          ${JSON.stringify({ exits: [], input })}::jsonb)`)
      return { id, instance }
    },
    async [Symbol.asyncDispose]() {
      await people.close()
      await database.close()
    },
  }
}

async function programsOf(extra: string, variables: string): Promise<Programs> {
  const task = element('userTask', 'a', extensions(`<chancery:performer type="initiator"/>${extra}`))
  const [program] = await compile(
    bpmn([variables === '' ? '' : extensions(variables), start(), task, end(), flows('s > a > e')]),
  )
  const loaded = loadProgram(program!, fixtureLanguage)
  const version = { template: '', namespace: 'n', code: 'p', version: 1, loaded }
  return { find: async () => version, get: async () => version }
}
