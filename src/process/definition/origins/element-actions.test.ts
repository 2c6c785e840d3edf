import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertDone, aUser, item } from '../../../../test/everything.ts'
import type { Body, Call } from '../../../../test/platform.ts'
import { rested, viewed } from '../../../../test/process-scene.ts'
import { caseWith } from '../../../api/management/registrations/letters.fixture.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { groupIdOf } from '../../../people/index.ts'
import { bpmn, element, end, extensions, flows, start } from '../../engine/process.fixture.ts'
import { hiddenMessage } from '../visibility/index.ts'
import { check, type Deals, startDeals, variables } from './origins.fixture.ts'

const texts = ['document', 'file', 'notes', 'again', 'office', 'number', 'later', 'row', 'target', 'given']
const declared = extensions(
  variables('amount') +
    texts.map((name) => `<chancery:variable name="${name}" type="${name === 'notes' ? 'json' : 'string'}"/>`).join(''),
)
const text = (name: string, value: string): string => `<chancery:setting name="${name}" text="${value}"/>`
const value = (name: string, expression: string): string => `<chancery:setting name="${name}" value="${expression}"/>`
const output = (name: string, expression: string): string => `<chancery:output name="${name}" value="${expression}"/>`
const input = (name: string, expression: string): string => `<chancery:input name="${name}" value="${expression}"/>`
const action = (type: string, ...inside: readonly string[]): string =>
  element('serviceTask', 'act', extensions(`<chancery:action type="${type}" attempts="1"/>${inside.join('')}`))
/** Returns a process with an activity and then a task of the lawyer. */
const acting = (type: string, ...inside: readonly string[]): string =>
  bpmn([declared, start(), action(type, ...inside), check(), end(), flows('s > act > check > e')])

const contract = text('app', 'deals.contracts') + value('element', 'contract')
const offer = text('app', 'deals.offers') + value('element', 'target')
const letter = text('template', 'deals.contracts.letter')

const files: Record<string, string> = {
  'writing.bpmn': acting(
    'document.generate',
    `${letter}${contract}`,
    output('document', 'name'),
    output('notes', 'warnings'),
    output('again', 'upper case(name)'),
    output('file', 'file'),
  ),
  'registering.bpmn': acting(
    'element.register',
    `${offer}${value('case', 'office')}`,
    output('number', 'number'),
    output('later', '&quot;No. &quot; + number'),
    output('row', 'id'),
  ),
  'copying.bpmn': acting('element.create', text('app', 'deals.contracts'), input('cost', 'amount')),
  'changing.bpmn': acting('element.update', contract, input('cost', '&quot;much&quot;')),
  'closing.bpmn': acting('element.setStatus', contract, text('status', 'closed')),
  'wrong.bpmn': acting('document.generate', `${letter}${contract}${text('field', 'leters')}`),
  'missing.bpmn': acting('element.read', text('app', 'deals.contracts'), value('element', 'target')),
}

const more: Record<string, string> = {
  'namespaces/deals/apps/contracts.yaml': `name: Contracts
fields: [{ code: title, type: string }, { code: cost, type: number }, { code: letters, type: file, array: true }]
unique: [cost]
statuses: [{ code: draft, name: Draft }, { code: signed, name: Signed }]
access:
  fields: [{ fields: [cost], to: [deals.finance], may: [read, write] }]
`,
  'namespaces/deals/apps/contracts/doctemplates/letter.html': '<p>{{1 / (cost - cost)}}</p>',
  'namespaces/deals/apps/contracts/doctemplates/letter.yaml': "field: letters\nfileName: 'for {{cost}}'\n",
  'namespaces/deals/apps/offers.yaml': `name: Offers
fields: [{ code: title, type: string }]
registration: { by: process }
access:
  elements: [{ to: [deals.finance], may: [view] }]
`,
}

let deals: Deals
/** A user who may read all fields and who, like the lawyer, administers the processes. */
let accountant: Call
before(async () => {
  deals = await startDeals(files, more)
  const user = await aUser(deals, { login: 'accountant' })
  accountant = user.call
  const group = `/pub/v1/scheme/groups/${groupIdOf('deals', 'finance')}/add-items`
  assertDone(await deals.call('POST', group, [user.id]))
  for (const code of Object.keys(files).map((name) => name.replace('.bpmn', '')))
    for (const { id } of [user, deals.lawyer])
      assertDone(await deals.call('PUT', `/api/v1/processes/deals/${code}/grants/${id}`, { rights: ['administer'] }))
})
after(() => deals[Symbol.asyncDispose]())

describe('the outputs of an action on an element', () => {
  it('hide the name and the warnings of a document that is generated from hidden fields, and not its file', async () => {
    const id = await deals.run('writing')
    await deals.assertHidden(id, 'document', 'again', 'notes')
    const { file } = await deals.shown(id)
    const { context } = await viewed(accountant, id)
    assert.deepEqual([context.document, context.again, context.file], ['for 4,711.html', 'FOR 4,711.HTML', file])
    assert.ok(file)
    const list = await deals.lawyer.call('POST', '/pub/v1/bpm/instance/bytemplate/deals/writing/list', {})
    assertDone(list)
    assert.doesNotMatch(JSON.stringify(list.body), /4,711/)
  })

  it('hide the number of a registration from those who do not see the element, and not its id', async () => {
    const offer = item(await deals.call('POST', '/pub/v1/app/deals/offers/create', { context: { title: 'An offer' } }))
    const { id: office } = await caseWith(deals.call, { template: '{seq}-77' })
    const id = await deals.run('registering', { target: offer.__id, office })
    await deals.assertHidden(id, 'number', 'later')
    assert.ok((await deals.shown(id)).row)
    const { context } = await viewed(accountant, id)
    assert.deepEqual([context.number, context.later], ['1-77', 'No. 1-77'])
  })
})

describe('the message of a failed action on an element', () => {
  /** Returns the messages of the incident of an instance as `call` shows them in all places, without repetitions. */
  async function told(call: Call, id: string): Promise<string[]> {
    const { incidents } = await rested(call, id)
    const list = await call('GET', `/api/v1/incidents?query={"filter":{"tf":{"instanceId":"${id}"}}}`)
    const history = await call('GET', `/api/v1/instances/${id}/history`)
    for (const answer of [list, history]) assertDone(answer)
    const events = history.body.result.result.flatMap((advance: Body) => [advance.stimulus, ...advance.events])
    const all = [...incidents, ...list.body.result.result, ...events].flatMap(({ message }: Body) => message ?? [])
    assert.ok(all.length >= 4, 'the incident, its row in the list, the stimulus and the event')
    return [...new Set(all)]
  }

  /** Runs a process that fails, and asserts that only those who may read all fields of the element read the message. */
  async function assertQuoted(code: string, message: RegExp, context: object = {}): Promise<void> {
    const id = await deals.run(code, context)
    const [full, ...others] = await told(accountant, id)
    assert.match(full!, message)
    assert.deepEqual(others, [])
    assert.deepEqual(await told(deals.lawyer.call, id), [hiddenMessage])
  }

  it('is shown to those who may read the element that has the same value in a unique key', async () => {
    await assertQuoted('copying', /another element has the same value in "cost"/, { amount: '4711' })
  })

  it('is shown to those who may read all fields of the element of the action', async () => {
    await assertQuoted('changing', /cost/)
    await assertQuoted('closing', /closed/)
    await assertQuoted('wrong', /no field of files "leters"/)
  })

  it('is shown to all who see the instance when the element does not exist', async () => {
    const id = await deals.run('missing', { target: newId() })
    assert.match((await told(deals.lawyer.call, id)).join(), /not found/)
  })
})
