import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openTestDatabase, type TestDatabase } from '../../../../test/database.ts'
import { sql } from '../../../foundation/db/sql.ts'
import { systemClock } from '../../../foundation/kit/clock.ts'
import { idOfPath } from '../../../foundation/kit/ids.ts'
import { type ActingPerson, Persons, userSource } from '../../../people/index.ts'
import { createLists } from '../../../query/index.ts'
import {
  approval,
  callerOf,
  fixtureTemplates,
  insertInstances,
  insertTask,
  insertTemplate,
} from './instances.fixture.ts'
import { ReadInstances } from './read-instances.ts'

const user = (name: string): string => idOfPath(`user/${name}`)
const [viewer, initiator, stranger, group] = [user('viewer'), user('initiator'), user('stranger'), user('group')]
const administrator = callerOf(user('admin'), { administrator: true })
const ids = Array.from({ length: 6 }, (_, n) => `00000000-0000-7000-8000-00000000000${n + 1}`)
const app = idOfPath('docs/contracts')
const element = user('an element')

let database: TestDatabase
let instances: ReadInstances
before(async () => {
  database = await openTestDatabase()
  const tx = database.single
  await insertTemplate(tx)
  const by = user('admin')
  await tx.rows(sql`
    insert into application (id, namespace, code, solution, definition, version, created_at, created_by, updated_at, updated_by)
    values (${app}, 'docs', 'contracts', 'x', '{}', 1, now(), ${by}, now(), ${by})`)
  const lawyer = [user('lawyer')]
  await insertInstances(tx, [
    { id: ids[0]!, context: { amount: 1.5, title: 'Lease', urgent: true, due: '2026-05-01T00:00:00Z', lawyer } },
    { id: ids[1]!, context: { amount: 20, title: 'Sale', urgent: false }, createdAt: '2026-03-03T09:00:00Z' },
    { id: ids[2]!, context: { amount: 3, old: 'of version 1' }, state: 'done', createdAt: '2026-03-04T09:00:00Z' },
    { id: ids[3]!, by: initiator, createdAt: '2026-03-05T09:00:00Z', target: 'crm-7' },
    { id: ids[4]!, state: 'cancel', createdAt: '2026-03-06T09:00:00Z', target: 'crm-7' },
    { id: ids[5]!, state: 'error', createdAt: '2026-03-07T09:00:00Z' },
  ])
  await tx.rows(sql`update process_instance set item_app = ${app}, item = ${element} where id = ${ids[0]}`)
  instances = new ReadInstances({
    reader: database.reader,
    single: database.single,
    clock: systemClock,
    lists: createLists(database.reader),
    templates: fixtureTemplates(new Set([viewer])),
    findFor: () => (_namespace, code) => (code === '_users' ? userSource : undefined),
  })
})
after(() => database.close())

const all = async (input: object = {}, caller = administrator) => {
  const { items, total } = await instances.listOfTemplate(caller, approval, { size: 100, ...input })
  const list: Record<string, unknown>[] = JSON.parse(items.text)
  return { list, total, numbers: list.map(({ __id }) => ids.indexOf(__id as string) + 1) }
}

describe('a list of instances', () => {
  it('has the newest instances first, only running instances with "active", and the total of all pages', async () => {
    assert.deepEqual((await all()).numbers, [6, 5, 4, 3, 2, 1])
    assert.deepEqual((await all({ active: true })).numbers, [6, 4, 2, 1])
    const page = await all({ from: 1, size: 2 })
    assert.deepEqual([page.numbers, page.total], [[5, 4], 6])
    const active = await all({ size: 0, active: true })
    assert.deepEqual([active.numbers, active.total], [[], 4])
  })

  it('is filtered and sorted by the variables that the template declares, like by fields of elements', async () => {
    for (const [filter, numbers] of [
      [{ tf: { amount: { min: 2, max: 5 } } }, [3]],
      [{ tf: { title: 'le' } }, [2, 1]],
      [{ tf: { urgent: true } }, [1]],
      [{ tf: { lawyer: user('lawyer') } }, [1]],
      [{ tf: { due: { min: '2026-04-01', max: null } } }, [1]],
      [{ tf: { amount: null } }, [6, 5, 4]],
      [{ eql: { query: "[amount] > 2 and not [title] = 'Lease'" } }, [3, 2]],
    ] as const) {
      assert.deepEqual((await all({ filter })).numbers, numbers, JSON.stringify(filter))
    }
    const sortExpressions = [{ field: 'amount', ascending: true }]
    assert.deepEqual((await all({ sortExpressions, filter: { tf: { amount: { min: 0 } } } })).numbers, [1, 3, 2])
    await assert.rejects(all({ filter: { tf: { __state: 'waiting' } } }), {
      code: 'field.wrong_criterion',
      message: /has no value "waiting"; known are exec, wait, done, cancel, error/,
    })
    for (const filter of [
      { eql: { query: "[__state] = 'waiting'" } },
      { eql: { query: "not [__state] in ('wait', 'waiting')" } },
      { eq: [{ field: '__state' }, { const: 'waiting' }] },
      { in: [{ field: '__state' }, { list: ['waiting'] }] },
    ])
      await assert.rejects(
        all({ filter }),
        { status: 400, message: /__state.* has no value "waiting"; known are exec, wait, done, cancel, error/ },
        JSON.stringify(filter),
      )
    await assert.rejects(all({ filter: { tf: { amont: 1 } } }), /unknown field "amont"; did you mean "amount"\?/)
  })

  it('is filtered by the system fields', async () => {
    const item = { id: element, code: 'contracts', namespace: 'docs' }
    for (const [filter, numbers] of [
      [{ tf: { __createdAt: { min: '2026-03-05T09:00:00Z', max: '2026-03-06T09:00:00Z' } } }, [5, 4]],
      [{ tf: { __updatedAt: { max: '2026-03-02T09:00:00Z' } } }, [1]],
      [{ tf: { __state: 'wait' } }, [4, 2, 1]],
      [{ tf: { __state: ['error', 'done'] } }, [6, 3]],
      [{ tf: { __item: item } }, [1]],
      [{ tf: { __item: [item] } }, [1]],
      [{ tf: { __item: { ...item, code: 'letters' } } }, []],
      [{ in: [{ field: '__item' }, { list: [item] }] }, [1]],
      [{ eql: { query: `[__item] = Refitem('docs', 'contracts', '${element}')` } }, [1]],
      [{ eql: { query: "[__item] in (Refitem('docs', 'contracts'))" } }, [1]],
      [{ tf: { __item: null } }, [6, 5, 4, 3, 2]],
      [{ tf: { __target: 'crm' } }, [5, 4]],
      [{ tf: { __createdBy: initiator } }, [4]],
      [{ tf: { __name: 'approval 0000' } }, [6, 5, 4, 3, 2, 1]],
      [{ tf: { __templateVersion: { min: 2 } } }, []],
      [{ eql: { query: "[__state] = 'wait' and [__createdAt] < '2026-03-03'" } }, [1]],
    ] as const) {
      assert.deepEqual((await all({ filter })).numbers, numbers, JSON.stringify(filter))
    }
    assert.deepEqual((await all({ ids: [ids[1], user('nobody')] })).numbers, [2])
  })

  it('shows the requested fields and loads referenced objects', async () => {
    const { list } = await all({ ids: [ids[0]], fields: { amount: true, __state: true } })
    assert.deepEqual(list, [{ __id: ids[0], amount: 1.5, __state: 'wait' }])
    const loaded = await all({ ids: [ids[0]], fields: { __createdBy: { login: true } } })
    assert.deepEqual(loaded.list, [{ __id: ids[0], __createdBy: null }])
  })

  it('has every system field in the JSON type that clients with fixed types read, and the variables beside them', async () => {
    const [found] = (await all({ ids: [ids[0]] })).list
    assert.deepEqual(found, {
      __id: ids[0],
      __name: 'Approval 0000',
      __template: { id: approval.id, name: 'Approval', namespace: 'docs', code: 'approval', version: 1 },
      __templateId: approval.id,
      __templateVersion: 1,
      __state: 'wait',
      __createdAt: '2026-03-02T09:00:00Z',
      __createdBy: user('other'),
      __updatedAt: '2026-03-02T09:00:00Z',
      __updatedBy: user('other'),
      __deletedAt: null,
      __endedAt: null,
      __item: { id: element, code: 'contracts', namespace: 'docs' },
      __target: null,
      __parent: null,
      __tasks: {},
      __performers: {},
      __currentPerformers: null,
      __informLists: {},
      __fieldVisibilityConditions: {},
      __flowHistory: { items: {}, transitions: {} },
      __subscribers: [],
      __logged: false,
      __notifyOnStart: false,
      __debugUserId: null,
      __nameTemplate: null,
      cross_instance: {
        is_cross_instance: false,
        company_initiator: '',
        parent_task: '',
        parent_instance: '',
        parent_branch: '',
        parent_path: '',
        callback: '',
      },
      amount: 1.5,
      title: 'Lease',
      urgent: true,
      due: '2026-05-01T00:00:00Z',
      lawyer: [user('lawyer')],
    })
    const [old] = (await all({ ids: [ids[2]] })).list
    assert.deepEqual([old!.amount, old!.title, old!.old], [3, null, 'of version 1'])
    assert.deepEqual([old!.__item, old!.__endedAt], [null, '2026-03-04T09:00:00Z'])
  })

  it('can be limited to the id of a template or to a target, or contain all templates', async () => {
    const byId = await instances.listOfTemplateId(administrator, approval.id, { size: 1 })
    assert.equal(byId.total, 6)
    const byTarget = await instances.listOfTarget(administrator, { target: 'crm-7' })
    assert.deepEqual(
      JSON.parse(byTarget.items.text).map(({ __id }: { __id: string }) => ids.indexOf(__id) + 1),
      [5, 4],
    )
    await assert.rejects(instances.listOfTarget(administrator, {}), { status: 400 })
    assert.equal((await instances.list(administrator, { size: 0 })).total, 6)
  })
})

describe('the visible instances', () => {
  const seenBy = async (caller: Parameters<typeof all>[1]) => (await all({}, caller)).numbers
  const task = (n: number) => user(`task ${n}`)

  it('are all instances of a template that the caller may view, for lists and for totals', async () => {
    assert.deepEqual(await seenBy(callerOf(viewer)), [6, 5, 4, 3, 2, 1])
    assert.equal((await all({ size: 0 }, callerOf(viewer))).total, 6)
  })

  it('include instances that the caller or the principal of the caller started', async () => {
    assert.deepEqual(await seenBy(callerOf(initiator)), [4])
    const [person] = callerOf(initiator).persons.everywhere
    const [own] = callerOf(user('substitute')).persons.everywhere
    const substitute = (...others: ActingPerson[]) =>
      callerOf(user('substitute'), { persons: new Persons([own!, ...others]) })
    assert.deepEqual(await seenBy(substitute(person!)), [4])
    const limited = (application: string) => substitute({ ...person!, applications: new Set([application]) })
    await assert.rejects(seenBy(limited(app)), { code: 'process.not_found' })
    assert.equal((await all({ size: 0 }, callerOf(initiator))).total, 1)
  })

  it('include only the instances about elements of the applications to which a substitution is limited', async () => {
    const [own] = callerOf(user('substitute')).persons.everywhere
    const [principal] = callerOf(user('other')).persons.everywhere
    const substitute = (application: string) => {
      const limited = { ...principal!, applications: new Set([application]) }
      return callerOf(user('substitute'), { persons: new Persons([own!, limited]) })
    }
    assert.deepEqual(await seenBy(substitute(app)), [1])
    await assert.rejects(seenBy(substitute(idOfPath('docs/others'))), { code: 'process.not_found' })
  })

  it('include instances with a task that the caller performs, performed, may claim, or took part in', async () => {
    const performer = (name: string) => callerOf(user(name))
    await insertTask(database.single, { instance: ids[0]!, id: task(1), assignee: user('assignee') })
    await insertTask(database.single, { instance: ids[1]!, id: task(2), candidates: [group] })
    await insertTask(database.single, { instance: ids[2]!, id: task(3), by: user('done by') })
    await insertTask(database.single, { instance: ids[3]!, id: task(4), participants: [user('former')] })
    assert.deepEqual(await seenBy(performer('assignee')), [1])
    assert.deepEqual(await seenBy(performer('done by')), [3])
    assert.deepEqual(await seenBy(performer('former')), [4])
    const [person] = performer('member').persons.everywhere
    const member = callerOf(user('member'), { persons: new Persons([{ ...person!, ids: [user('member'), group] }]) })
    assert.deepEqual(await seenBy(member), [2])
    for (const [caller, id] of [
      [performer('assignee'), ids[0]!],
      [performer('done by'), ids[2]!],
      [performer('former'), ids[3]!],
      [member, ids[1]!],
    ] as const) {
      assert.equal(JSON.parse((await instances.get(caller, id)).text).__id, id)
      await assert.rejects(instances.get(caller, ids[4]!), { code: 'instance.not_found', status: 404 })
    }
    const { items } = await instances.list(member, {})
    assert.equal(JSON.parse(items.text).length, 1)
  })

  it('show open tasks as a map by their ids, and their performers', async () => {
    const [found] = (await all({ ids: [ids[0]] })).list
    assert.deepEqual(Object.keys(found!.__tasks as object), [task(1)])
    const { [task(1)]: open } = found!.__tasks as Record<string, Record<string, unknown>>
    assert.deepEqual([open!.__name, open!.state, open!.dueDate], ['Check', 'inProgress', '2026-03-06T18:00:00Z'])
    assert.deepEqual(found!.__performers, { [task(1)]: [user('assignee')] })
    assert.deepEqual(found!.__currentPerformers, [user('assignee')])
    const { numbers } = await all({ filter: { tf: { __currentPerformers: [user('assignee')] } } })
    assert.deepEqual(numbers, [1])
  })

  it('do not exist for other users, who do not see the template either', async () => {
    await assert.rejects(seenBy(callerOf(stranger)), { code: 'process.not_found' })
    await assert.rejects(instances.listOfTemplateId(callerOf(stranger), approval.id, {}), { code: 'process.not_found' })
    await assert.rejects(instances.get(callerOf(stranger), ids[0]!), { code: 'instance.not_found' })
    assert.deepEqual(await instances.list(callerOf(stranger), {}).then(({ total }) => total), 0)
  })
})

describe('the stored counts of instances', () => {
  it('follow the states of instances and are the totals of lists by state', async () => {
    const total = async (filter: object, more: object = {}) => (await all({ filter, size: 1, ...more })).total
    const forms = (state: string): object[] => [
      { tf: { __state: state } },
      { tf: { __state: [state, state] } },
      { eql: { query: `[__state] = '${state}'` } },
      { eql: { query: `[__state] in ('${state}')` } },
    ]
    const counted = async (states: Readonly<Record<string, number>>) => {
      for (const [state, count] of Object.entries(states))
        for (const form of forms(state)) assert.equal(await total(form), count, JSON.stringify(form))
    }
    await counted({ exec: 0, wait: 3, done: 1, cancel: 1, error: 1 })
    assert.equal(await total({ tf: { __state: ['wait', 'done', 'error'] } }), 5)
    assert.equal(await total({ tf: { __state: ['wait', 'done', 'error'] } }, { active: true }), 4)
    assert.equal(await total({ tf: { __state: 'wait' } }, { ids: [ids[0]!] }), 1)
    assert.equal(await total({ tf: { __state: 'wait', __createdBy: initiator } }), 1)
    const setState = (id: string, state: string) =>
      database.single.rows(sql`update process_instance set state = ${state} where id = ${id}`)
    await setState(ids[0]!, 'exec')
    await counted({ exec: 1, wait: 2, error: 1 })
    await setState(ids[0]!, 'wait')
    await counted({ exec: 0, wait: 3 })
    // The stored count is changed; a list that counted its rows itself would not show the change.
    await database.single.rows(sql`update process_count set wait_rows = wait_rows + 100`)
    await counted({ wait: 103, done: 1 })
    await database.single.rows(sql`update process_count set wait_rows = wait_rows - 100`)
  })

  it('follow the start and the end of instances', async () => {
    const counts = () =>
      database.reader.row(sql`
      select sum(all_rows)::int as all, sum(active)::int as active from process_count where template = ${approval.id}`)
    assert.deepEqual(await counts(), { all: 6, active: 4 })
    await database.single.rows(sql`update process_instance set ended_at = now() where id = ${ids[5]}`)
    await database.single.rows(sql`update process_instance set ended_at = now() where id = ${ids[5]}`)
    assert.deepEqual(await counts(), { all: 6, active: 3 })
  })
})
