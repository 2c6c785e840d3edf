import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertDone, listed, made, parts } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { publish } from '../../../process/definition/templates/templates.fixture.ts'
import { bpmn, element, end, extensions, flows, start } from '../../../process/engine/process.fixture.ts'

const server = useServer()
let count = 0

/** Starts a process for an element, with one task for the users in `who`. */
async function running(item: string, who: readonly string[], due = 'P1D'): Promise<{ instance: string; code: string }> {
  const code = `of_element_${++count}_${process.pid}`
  const task = extensions(
    `<chancery:task subject="&quot;Read&quot;" due="${due}"/><chancery:performer type="variable" value="who"/>`,
  )
  const file = bpmn([
    extensions('<chancery:variable name="who" type="json"/>'),
    start(),
    element('userTask', 'read', task),
    end(),
    flows('s > read > e'),
  ])
  assertDone(await publish(server.call, `all.${code}`, file))
  const __item = { namespace: 'all', code: 'parts', id: item }
  const run = await server.call('POST', `/pub/v1/bpm/template/all/${code}/run`, { context: { who, __item } })
  assertDone(run)
  return { instance: run.body.context.__id, code }
}

const got = async (id: string): Promise<Body> => (await server.call('POST', `${parts}/${id}/get`)).body.item
const empty = [null, [], null, null]
const fieldsOf = ({ __tasks, __tasks_performers, __tasks_earliest_duedate, __externalProcessMeta }: Body) => [
  __tasks,
  __tasks_performers,
  __tasks_earliest_duedate,
  __externalProcessMeta,
]

describe('what runs for an element', () => {
  it('is shown with the element, until it has ended', async () => {
    const [anna, boris] = [await server.user(), await server.user()]
    const [one, other] = [await made(server.call, parts, {}), await made(server.call, parts, {})]
    const late = await running(one.__id, [anna.id], 'P3D')
    const soon = await running(one.__id, [anna.id, boris.id])
    const found = await got(one.__id)
    assert.deepEqual(
      found.__tasks.map((task: Body) => [task.__name, task.state, task.performers, task.instance.__id, task.__item.id]),
      [
        ['Read', 'inProgress', [anna.id], late.instance, one.__id],
        ['Read', 'assignment', [anna.id, boris.id], soon.instance, one.__id],
      ],
    )
    const [first, second] = found.__tasks
    assert.equal(first.templateNsAndCode, `all.${late.code}`)
    assert.deepEqual(found.__tasks_performers.toSorted(), [anna.id, boris.id].toSorted())
    assert.equal(found.__tasks_earliest_duedate, second.dueDate)
    assert.deepEqual(
      found.__externalProcessMeta.instances.map(({ __id, code }: Body) => [__id, code]),
      [
        [late.instance, late.code],
        [soon.instance, soon.code],
      ],
    )
    assert.deepEqual(fieldsOf(await got(other.__id)), empty)
    const fields = {
      __tasks: true,
      __tasks_performers: true,
      __tasks_earliest_duedate: true,
      __externalProcessMeta: true,
    }
    const { items } = await listed(server.call, parts, { ids: [one.__id], fields })
    assert.deepEqual(fieldsOf(items[0]!), fieldsOf(found))

    assertDone(await anna.call('POST', `/api/v1/tasks/${second.__id}/claim`))
    assert.equal((await got(one.__id)).__tasks[1].state, 'inProgress')
    for (const { __id } of [first, second]) assertDone(await anna.call('POST', `/api/v1/tasks/${__id}/complete`))
    assert.deepEqual(fieldsOf(await got(one.__id)), empty)
  })

  it('is filtered and sorted like other fields', async () => {
    const anna = await server.user()
    const elements = [
      await made(server.call, parts, {}),
      await made(server.call, parts, {}),
      await made(server.call, parts, {}),
    ]
    const ids = elements.map(({ __id }) => __id)
    await running(ids[0], [anna.id], 'P3D')
    await running(ids[1], [anna.id], 'P1D')
    const idsOf = async (body: Body) =>
      (await listed(server.call, parts, { ids, ...body })).items.map(({ __id }) => __id)
    const mine = { tf: { __tasks_performers: [anna.id] } }
    const bySoonest = { sortExpressions: [{ field: '__tasks_earliest_duedate', ascending: true }] }
    assert.deepEqual(await idsOf({ filter: mine, ...bySoonest }), [ids[1], ids[0]])
    assert.deepEqual(await idsOf(bySoonest), [ids[1], ids[0], ids[2]])
    const soon = { tf: { __tasks_earliest_duedate: { max: new Date(Date.now() + 2 * 86_400_000).toISOString() } } }
    assert.deepEqual(await idsOf({ filter: soon }), [ids[1]])
    const whole = (await listed(server.call, parts, { ids })).items
    assert.deepEqual(whole.map(({ __tasks }) => __tasks?.length ?? 0).toSorted(), [0, 1, 1])
  })
})
