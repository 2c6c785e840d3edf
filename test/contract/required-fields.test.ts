import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { applyFiles, filesOf } from '../../src/api/v1/scheme/scheme.fixture.ts'
import { groupIdOf } from '../../src/people/index.ts'
import { bpmn, element, end, extensions, flows, start } from '../../src/process/engine/process.fixture.ts'
import { writeZip } from '../../src/solutions/files/write-zip.ts'
import { assertDone, assertRefused, aUser, changed, made } from '../everything.ts'
import { type Answer, type Body, startEmptyPlatform, type TestPlatform } from '../platform.ts'

const application = (region: string, access = '') => `name: Deals
fields:
  - { code: title, name: Title, type: string }
  - { code: region, name: Region, type: string${region} }
statuses: [{ code: draft, name: Draft }, { code: signed, name: Signed }]
${access}`
const required = ', required: true'
const contract = `name: Titles
fields: [{ code: title, name: Title, type: string }]
sources: [{ application: desk.deals, fields: { title: title } }]
`
const process = bpmn([
  extensions('<chancery:variable name="deal" type="element" of="desk.deals"/>'),
  start(),
  element(
    'serviceTask',
    'rename',
    extensions(
      '<chancery:action type="element.update"/><chancery:setting name="app" text="desk.deals"/>' +
        '<chancery:setting name="element" value="deal"/><chancery:input name="title" value="&quot;by the process&quot;"/>',
    ),
  ),
  end(),
  flows('s > rename > e'),
])
const files = (deals: string): Record<string, string> => ({
  ...filesOf('desk', { deals }),
  'namespaces/desk/contracts/titles.yaml': contract,
  'namespaces/desk/processes/rename.bpmn': process,
  'namespaces/desk/groups/clerks.yaml': 'name: Clerks\n',
})
const deals = '/pub/v1/app/desk/deals'

describe('a field that becomes required', () => {
  let started: TestPlatform
  let filled: Body
  let lacking: Body
  before(async () => {
    started = await startEmptyPlatform()
    await applyFiles(started.call, files(application('')))
    filled = await made(started.call, deals, { title: 'filled', region: 'North' })
    lacking = await made(started.call, deals, { title: 'lacking' })
  })
  after(() => started[Symbol.asyncDispose]())
  const update = (id: string, context: Body, call = started.call): Promise<Answer> =>
    call('POST', `${deals}/${id}/update`, { context })

  it('is planned with the number of elements that have no value, blank texts among them', async () => {
    await made(started.call, deals, { title: 'blank', region: ' \t' })
    const zip = await writeZip(new Map(Object.entries(files(application(required)))))
    const plan = await started.call('POST', '/api/v1/solutions/plan', zip)
    assertDone(plan)
    const sentences = plan.body.changes.map(({ sentence, destructive }: Body) => [sentence, destructive])
    assert.deepEqual(sentences, [
      [
        'the field "region" becomes required; existing elements need a value when their fields are next changed, except by processes, through contracts, and by users who may not write the field (2 elements without a value)',
        true,
      ],
    ])
    await applyFiles(started.call, files(application(required)))
  })

  it('is asked for by a change of other fields of an element that lacks it, and by no other element', async () => {
    const answer = await update(lacking.__id, { title: 'renamed' })
    assertRefused(
      answer,
      400,
      'element.required_field',
      /"region" \(Region\) is required, and the element has no value/,
    )
    assert.equal(answer.body.field, 'region')
    assertRefused(await update(lacking.__id, { title: 'x', region: ' ' }), 400, 'element.required_field', /Region/)
    await changed(started.call, deals, filled.__id, { title: 'still filled' })
    const given = await changed(started.call, deals, lacking.__id, { title: 'renamed', region: 'South' })
    assert.equal(given.region, 'South')
  })

  it('is asked for by a bulk change, for each element that lacks it', async () => {
    const { __id } = await withoutRegion()
    const body = { ids: [filled.__id, __id], action: { update: { context: { title: 'many' } } } }
    const answer = await started.call('POST', '/api/v1/elements/desk/deals/bulk', body)
    assertDone(answer)
    const { changed: count, failures } = answer.body.result
    assert.deepEqual([count, failures.map(({ code }: Body) => code)], [1, ['element.required_field']])
  })

  it('does not stop changes that name no field: a status, the system fields, and deletion', async () => {
    const { __id } = await withoutRegion()
    assertDone(await update(__id, {}))
    assertDone(await update(__id, { __externalId: 'D-1' }))
    assertDone(await started.call('POST', `${deals}/${__id}/set-status`, { status: { code: 'signed' } }))
    assertDone(await update(__id, { __deletedAt: new Date().toISOString() }))
  })

  it('does not stop a process or a contract, which may be unable to give the value', async () => {
    const { __id } = await withoutRegion()
    const through = await started.call('POST', `/pub/v1/contracts/desk/titles/${__id}/update`, {
      context: { title: 'through the contract' },
    })
    assertDone(through)
    assertDone(await started.call('POST', '/pub/v1/bpm/template/desk/rename/run', { context: { deal: [__id] } }))
    const seen = async (): Promise<string> => (await started.call('GET', `${deals}/${__id}/get`)).body.item.title
    const untilMs = Date.now() + 60_000
    while ((await seen()) !== 'by the process' && Date.now() < untilMs) await new Promise((on) => setTimeout(on, 20))
    assert.equal(await seen(), 'by the process')
  })

  it('is not asked of a person who may not write it', async () => {
    const { __id } = await withoutRegion()
    const clerk = await aUser(started, { login: 'clerk' })
    const group = groupIdOf('desk', 'clerks')
    assertDone(await started.call('POST', `/pub/v1/scheme/groups/${group}/add-items`, [clerk.id]))
    const rules = (more = ''): string => `access:
  elements: [{ to: [desk.clerks], may: [view, edit] }]
  fields:
    - { fields: [region], to: [desk.clerks], may: [read] }
${more}`
    await applyFiles(started.call, files(application(required, rules())))
    assertDone(await update(__id, { title: 'by a clerk' }, clerk.call))
    const inDraft = '    - { fields: [region], to: [desk.clerks], may: [write], statuses: [draft] }\n'
    await applyFiles(started.call, files(application(required, rules(inDraft))))
    assertRefused(await update(__id, { title: 'again' }, clerk.call), 400, 'element.required_field', /Region/)
    assertDone(await started.call('POST', `${deals}/${__id}/set-status`, { status: { code: 'signed' } }))
    assertDone(await update(__id, { title: 'again' }, clerk.call))
  })

  /** Returns an element that was created before the field became required. */
  async function withoutRegion(): Promise<Body> {
    await applyFiles(started.call, files(application('')))
    const element = await made(started.call, deals, { title: 'old' })
    await applyFiles(started.call, files(application(required)))
    return element
  }
})
