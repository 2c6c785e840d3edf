import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertDone, assertRefused } from '../../../test/everything.ts'
import { aMatter, type Guarded, matters, startGuarded } from '../../../test/guarded.ts'
import type { Body, Call } from '../../../test/platform.ts'
import { oneTask, publish } from '../definition/templates/templates.fixture.ts'
import { bpmn, element, end, extensions, flows, start } from '../engine/process.fixture.ts'

const variable = (name: string, more = 'type="element" of="law.matters"') =>
  `<chancery:variable name="${name}" ${more}/>`
const declared = [
  variable('other'),
  variable('several', 'type="element" of="law.matters" array="true"'),
  variable('client', 'type="element" of="law.clients"'),
  variable('title', 'type="string"'),
].join('')

/**
 * Returns a process with a call activity. `attributes` are those of the call, such as the variable with an element.
 */
const calling = (attributes: string, process = 'law.matters.handle'): string =>
  bpmn([
    extensions(declared),
    start(),
    element('callActivity', 'c', extensions(`<chancery:call process="${process}"${attributes}/>`)),
    end(),
    flows('s > c > e'),
  ])

describe('a call activity that names a variable with an element', () => {
  let law: Guarded
  let open: Body
  let closed: Body
  before(async () => {
    law = await startGuarded({ TEST_CLOCK: '1' })
    open = await aMatter(law.call, { title: 'Open' })
    closed = await aMatter(law.call, { title: 'Closed', kind: 'closed' })
    for (const [path, xml] of [
      ['law.matters.handle', oneTask('', 'handle')],
      ['law.same', calling('')],
      ['law.other', calling(' variable="other"')],
    ] as const)
      assertDone(await publish(law.call, path, xml))
  })
  after(() => law[Symbol.asyncDispose]())

  async function run(code: string, context: object = {}): Promise<string> {
    const __item = { namespace: 'law', code: 'matters', id: open.__id }
    const answer = await law.call('POST', `/pub/v1/bpm/template/law/${code}/run`, { context: { __item, ...context } })
    assertDone(answer)
    assertDone(await law.call('POST', '/api/v1/clock/advance', { by: 'PT0S' }))
    return answer.body.context.__id
  }
  const view = async (call: Call, id: string) => (await call('GET', `/api/v1/instances/${id}`)).body.instance
  /** Returns the instances that run for an element and that the caller sees. */
  async function runningFor(call: Call, id: string): Promise<readonly string[]> {
    const answer = await call('POST', '/pub/v1/bpm/instance/bytarget/list', { target: id })
    assertDone(answer)
    return answer.body.result.result.map((one: Body) => one.__id)
  }
  const taskOf = async (item: string) =>
    (await law.call('GET', `/api/v1/tasks?itemId=${item}&elementId=handle`)).body.result.result

  it('starts the called process for this element: its instances and its tasks are about it', async () => {
    const id = await run('other', { other: [closed.__id] })
    const [child] = (await view(law.call, id)).children
    const called = await view(law.call, child.id)
    assert.deepEqual(called.item, { namespace: 'law', code: 'matters', id: closed.__id })
    assert.deepEqual(
      (await taskOf(closed.__id)).map((task: Body) => task.instance?.id ?? task.instance),
      [child.id],
    )
    assert.deepEqual((await view(law.call, id)).item.id, open.__id)
  })

  it('starts the called process for the element of the caller without the attribute', async () => {
    const id = await run('same')
    const [child] = (await view(law.call, id)).children
    assert.equal((await view(law.call, child.id)).item.id, open.__id)
  })

  it('shows the called instance to those who may read its element, not to those who may read that of the caller', async () => {
    const id = await run('other', { other: [closed.__id] })
    const [child] = (await view(law.call, id)).children
    assert.ok((await runningFor(law.partner.call, closed.__id)).includes(child.id))
    assert.ok((await runningFor(law.clerk.call, open.__id)).includes(id))
    assert.deepEqual(await runningFor(law.clerk.call, closed.__id), [])
    assertRefused(await law.clerk.call('GET', `/api/v1/instances/${child.id}`), 404, 'instance.not_found', /not found/)
  })

  it('stops with an incident when the variable is empty, and starts after it got a value', async () => {
    const id = await run('other', { other: null })
    const [incident] = (await view(law.call, id)).incidents
    assert.equal(
      incident.message,
      'the variable "other" has no element, so the process "law.matters.handle" cannot run for it; give the variable a value and retry',
    )
    const change = { comment: 'The matter was missing', context: { other: [closed.__id] } }
    assertDone(await law.call('PUT', `/pub/v1/bpm/instance/${id}/context`, change))
    assertDone(await law.call('POST', `/api/v1/incidents/${incident.id}/retry`, {}))
    const [child] = (await view(law.call, id)).children
    assert.equal((await view(law.call, child.id)).item.id, closed.__id)
  })

  it('stops with an incident when the element was deleted', async () => {
    const gone = await aMatter(law.call, { title: 'Gone' })
    const id = await run('other', { other: [gone.__id] })
    assert.equal((await view(law.call, id)).children.length, 1)
    const context = { __deletedAt: '2026-01-01T00:00:00Z' }
    assertDone(await law.call('POST', `${matters}/${gone.__id}/update`, { context }))
    const again = await run('other', { other: [gone.__id] })
    const [incident] = (await view(law.call, again)).incidents
    assert.equal(
      incident.message,
      'the element in the variable "other" does not exist in law.matters or was deleted, so the process "law.matters.handle" cannot run for it',
    )
  })

  it('is refused at publication when the variable does not refer to one element of the right application', async () => {
    const refusals: readonly (readonly [string, RegExp])[] = [
      ['missing', /declares no variable "missing"; declare it with type="element" and the attribute of/],
      ['title', /the variable "title" is of type string; it must refer to one element/],
      ['several', /the variable "several" is a list; it must refer to one element/],
      ['client', /the variable "client" refers to elements of law.clients, but law.matters.handle is a process of/],
      ['a b', /"a b" must be the name of a variable/],
    ]
    for (const [name, sentence] of refusals) {
      const answer = await publish(law.call, 'law.wrong', calling(` variable="${name}"`))
      assertRefused(answer as never, 400, 'process.invalid', sentence)
      assert.equal(answer.body.problems.length, 1)
    }
    assertDone((await publish(law.call, 'law.any', calling(' variable="client"', 'law.handle'))) as never)
  })
})
