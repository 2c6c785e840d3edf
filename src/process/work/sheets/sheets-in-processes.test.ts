import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { assertDone } from '../../../../test/everything.ts'
import type { Body, Call } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import {
  aDocument,
  answered,
  newVersion,
  sheetOf,
  sheets,
  statesOf,
} from '../../../api/management/sheets/sheets.fixture.ts'
import { publish } from '../../definition/templates/templates.fixture.ts'
import { bpmn, element, end, extensions, flows, start } from '../../engine/process.fixture.ts'

const server = useServer()
let count = 0

/** Publishes a process under a new code and returns the code. */
async function published(xml: string): Promise<string> {
  const code = `sheets_${++count}`
  assertDone(await publish(server.call, `all.${code}`, xml))
  return code
}

async function run(call: Call, code: string, context: Body): Promise<string> {
  const started = await call('POST', `/pub/v1/bpm/template/all/${code}/run`, { context })
  assertDone(started)
  return started.body.context.__id
}

/** Returns the instance as soon as it has this state. The end of a sheet reaches an instance soon after the commit. */
async function instanceIn(id: string, state: string): Promise<Body> {
  for (let attempt = 0; ; attempt++) {
    const answer = await server.call('GET', `/pub/v1/bpm/instance/${id}/get`)
    assertDone(answer)
    if (answer.body.data.__state === state || attempt > 3_000) {
      assert.equal(answer.body.data.__state, state)
      return answer.body.data
    }
    await wait(20)
  }
}

/** Returns the open task of an instance at an element, as soon as there is one. */
async function taskAt(instance: string, elementId: string): Promise<Body> {
  for (let attempt = 0; attempt <= 3_000; attempt++) {
    const answer = await server.call('GET', `/api/v1/tasks?instanceId=${instance}&elementId=${elementId}`)
    assertDone(answer)
    const [task] = answer.body.result.result
    if (task !== undefined) return task
    await wait(20)
  }
  throw new Error(`there is no open task at "${elementId}"`)
}

/** Returns a process with one task with a sheet; `more` are further extension elements. */
const withSheet = (more: string, ...others: string[]): string =>
  bpmn([
    extensions(
      ['document', 'who', 'state', 'remarks', 'count', 'reason']
        .map((name) => `<chancery:variable name="${name}" type="json"/>`)
        .join(''),
    ),
    start(),
    element('userTask', 'ask', extensions(`<chancery:performer type="variable" value="who"/>${more}`)),
    end(),
    ...others,
    flows('s > ask > e'),
  ])
const sheetTag = (attributes = '') => `<chancery:sheet app="all.things" element="document" ${attributes}/>`
const outputs = (...names: string[]) =>
  names.map((name) => `<chancery:output name="${name === 'approved' ? 'count' : name}" value="${name}"/>`).join('')

describe('the example of the page on approval', () => {
  const page = readFileSync(new URL('../../../../docs/approval.md', import.meta.url), 'utf8')
  const example = /```xml\n(<\?xml[\s\S]*?)```/.exec(page)![1]!.replaceAll('legal.contracts', 'all.things')

  it('has a contract rejected, revised, approved in a new version, and read', async () => {
    const [lawyer, reader, ivan] = [await server.user(), await server.user(), await server.user()]
    const document = await aDocument(ivan.call)
    const context = { document: document.id, lawyers: [lawyer.id], readers: [reader.login] }
    const id = await run(ivan.call, await published(example), context)
    await instanceIn(id, 'wait')

    const first = await taskAt(id, 'approve')
    assert.deepEqual([first.type, first.subject, first.performers], ['approval', 'Approve the contract', [lawyer.id]])
    assert.match(first.dueAt, /Z$/)
    await answered(lawyer.call, first.sheet.id, 'rejected', { comment: 'the price is wrong' })

    const revise = await taskAt(id, 'revise')
    assert.deepEqual(revise.performers, [ivan.id])
    const { data } = (await server.call('GET', `/pub/v1/bpm/instance/${id}/get`)).body
    const [{ answeredAt, ...remark }, ...others] = data.remarks
    assert.match(answeredAt, /^\d{4}-.*Z$/)
    const words = { user: lawyer.id, answer: 'rejected', comment: 'the price is wrong', file: null }
    assert.deepEqual([data.decision, remark, others], ['rejected', words, []])
    const { fields } = (await ivan.call('GET', `/api/v1/tasks/${revise.id}`)).body.task
    assert.deepEqual(
      fields.map(({ name, isRemarks }: Body) => [name, isRemarks]),
      [['remarks', true]],
    )
    await newVersion(ivan.call, document)
    assertDone(await ivan.call('POST', `/api/v1/tasks/${revise.id}/complete`))

    const second = await taskAt(id, 'approve')
    assert.deepEqual([second.sheet.round, second.sheet.file.version], [2, 2])
    assertDone(await lawyer.call('POST', `/api/v1/tasks/${second.id}/complete`, { exit: 'approved' }))
    const inform = await taskAt(id, 'inform')
    assertDone(await reader.call('POST', `/api/v1/tasks/${inform.id}/complete`, { exit: 'informed' }))
    assert.equal((await instanceIn(id, 'done')).informed, 1)

    const sheet = await sheetOf(reader.call, inform.sheet.id)
    const { instanceName, ...process } = sheet.process
    assert.deepEqual(
      [sheet.state, sheet.createdBy, process],
      ['informed', ivan.id, { instanceId: id, elementId: 'inform' }],
    )
    assert.match(instanceName, /^Approve a contract/)
    assert.equal(inform.instance.name, instanceName)
  })
})

describe('an activity with a sheet', () => {
  it('asks several users with a quorum and gives the counts', async () => {
    const [anna, boris, clara] = [await server.user(), await server.user(), await server.user()]
    const { id: document } = await aDocument(server.call)
    const code = await published(withSheet(sheetTag('quorum="2"') + outputs('state', 'approved')))
    const id = await run(server.call, code, { document, who: [anna.id, boris.id, clara.id] })
    const { sheet } = await taskAt(id, 'ask')
    await answered(boris.call, sheet.id, 'approved')
    await answered(anna.call, sheet.id, 'approvedWithRemarks', { comment: 'fine' })
    const data = await instanceIn(id, 'done')
    assert.deepEqual([data.state, data.count], ['approvedWithRemarks', 2])
  })

  it('continues when a new version of the file cancels the sheet', async () => {
    const anna = await server.user()
    const document = await aDocument(server.call)
    const code = await published(withSheet(sheetTag() + outputs('state', 'reason')))
    const id = await run(server.call, code, { document: document.id, who: anna.id })
    await taskAt(id, 'ask')
    await newVersion(server.call, document)
    const data = await instanceIn(id, 'done')
    assert.deepEqual([data.state, data.reason], ['cancelled', 'the file has the new version 2'])
  })

  it('is over at once when everybody has approved this version before', async () => {
    const anna = await server.user()
    const document = await aDocument(server.call)
    const code = await published(withSheet(sheetTag() + outputs('state', 'approved')))
    const context = { document: document.id, who: anna.id }
    const first = await run(server.call, code, context)
    const { sheet } = await taskAt(first, 'ask')
    await answered(anna.call, sheet.id, 'approved')
    await instanceIn(first, 'done')
    const data = await instanceIn(await run(server.call, code, context), 'done')
    assert.deepEqual([data.state, data.count], ['approved', 1])
  })

  it('says what happens with overdue respondents', async () => {
    const anna = await server.user()
    const { id: document } = await aDocument(server.call)
    const rules = `${sheetTag('escalate="true" overdueAnswer="rejected"')}<chancery:task due="P2D"/>`
    const id = await run(server.call, await published(withSheet(rules)), { document, who: anna.id })
    const { sheet } = await taskAt(id, 'ask')
    const [{ due, overdue }] = (await sheetOf(server.call, sheet.id)).stages
    assert.deepEqual([due, overdue], ['P2D', { escalate: true, answer: 'rejected' }])
  })

  it('cancels its sheet when the instance is interrupted', async () => {
    const anna = await server.user()
    const { id: document } = await aDocument(server.call)
    const id = await run(server.call, await published(withSheet(sheetTag())), { document, who: anna.id })
    const { sheet } = await taskAt(id, 'ask')
    const interrupted = await server.call('POST', `/pub/v1/bpm/instance/${id}/interrupt`, { comment: 'not needed' })
    assertDone(interrupted)
    for (let attempt = 0; attempt < 3_000 && (await sheetOf(server.call, sheet.id)).state === 'inProgress'; attempt++)
      await wait(20)
    const after = await sheetOf(server.call, sheet.id)
    assert.deepEqual([after.state, after.reason, statesOf(after)], ['cancelled', 'not needed', ['cancelled']])
  })

  it('stops with an incident when the sheet cannot be started, and can be retried', async () => {
    const anna = await server.user()
    const document = await aDocument(server.call)
    const blocking = await server.call('POST', sheets, {
      type: 'approval',
      namespace: 'all',
      code: 'things',
      elementId: document.id,
      stages: [{ respondents: [{ type: 'user', id: anna.id }] }],
    })
    assertDone(blocking)
    const id = await run(server.call, await published(withSheet(sheetTag() + outputs('state'))), {
      document: document.id,
      who: anna.id,
    })
    await instanceIn(id, 'error')
    const view = await server.call('GET', `/api/v1/instances/${id}`)
    const [incident] = view.body.instance.incidents
    assert.match(incident.message, /already in progress/)
    await answered(anna.call, blocking.body.sheet.id, 'rejected')
    assertDone(await server.call('POST', `/api/v1/incidents/${incident.id}/retry`, {}))
    const { sheet } = await taskAt(id, 'ask')
    await answered(anna.call, sheet.id, 'approved')
    assert.equal((await instanceIn(id, 'done')).state, 'approved')
  })

  it('stops with an incident without a respondent and without an element', async () => {
    const { id: document } = await aDocument(server.call)
    const code = await published(withSheet(sheetTag()))
    for (const [context, message] of [
      [{ document, who: 'nobody' }, /there is no user or group "nobody"/],
      [{ document: 'x', who: 'admin' }, /must be the id of an element/],
    ] as const) {
      const id = await run(server.call, code, context)
      await instanceIn(id, 'error')
      const view = await server.call('GET', `/api/v1/instances/${id}`)
      assert.match(view.body.instance.incidents[0].message, message)
    }
  })
})

describe('a task with a sheet is refused', () => {
  const cases: readonly [string, string, RegExp][] = [
    ['with an exit', `${sheetTag()}<chancery:exit code="ok"/>`, /answers to a sheet are fixed/],
    ['with a form', `${sheetTag()}<chancery:form><chancery:field name="who"/></chancery:form>`, /comment and a file/],
    ['with a variable for the exit', `${sheetTag()}<chancery:task result="state"/>`, /a sheet has no result/],
    ['of an unknown type', sheetTag('type="vote"'), /vote.* is unknown/],
    ['with a wrong quorum', sheetTag('quorum="0"'), /quorum must be an integer from 1/],
    ['with two quorums', sheetTag('quorum="1" quorumPercent="50"'), /either quorum or quorumPercent/],
    ['that informs in turns', sheetTag('type="familiarization" mode="sequential"'), /at once/],
    ['without a due date, but with an overdue answer', sheetTag('overdueAnswer="approved"'), /need a due date/],
    [
      'in which the platform would confirm for a respondent',
      `${sheetTag('type="familiarization" escalate="true"')}<chancery:task due="P1D"/>`,
      /confirm for a respondent/,
    ],
    ['with a wrong flag', sheetTag('skipApproved="no"'), /skipApproved .* is unknown/],
    ['with an application that is no path', '<chancery:sheet app="things"/>', /must be a path/],
  ]
  for (const [name, more, message] of cases)
    it(name, async () => {
      const answer = await publish(server.call, 'all.refused', withSheet(more))
      assert.equal(answer.status, 400)
      assert.match(JSON.stringify(answer.body), message)
    })
})
