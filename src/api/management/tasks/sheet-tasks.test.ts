import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import type { Body, Call } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { anUpload } from '../../v1/disk/files.fixture.ts'
import { aDocument, aSheet, newVersion, sheetOf, statesOf, user } from '../sheets/sheets.fixture.ts'
import { aTask, tasks, viewOf } from './tasks.fixture.ts'

const server = useServer()

async function listed(call: Call, query = ''): Promise<Body[]> {
  const answer = await call('GET', `${tasks}${query}`)
  assertDone(answer)
  return answer.body.result.result
}
const idsOf = (found: readonly Body[]): readonly string[] => found.map(({ id }) => id)
const complete = (call: Call, id: string, body: Body) => call('POST', `${tasks}/${id}/complete`, body)

describe('the tasks of a sheet', () => {
  it('notify the respondents', async () => {
    const anna = await server.user()
    const { respondents } = await aSheet(server.call, await aDocument(server.call), [anna.id], { subject: 'The plan' })
    for (let attempt = 0; attempt < 3_000; attempt++) {
      const answer = await anna.call('GET', '/api/v1/notifications')
      assertDone(answer)
      const [found] = answer.body.result.result
      if (found === undefined) {
        await new Promise((resolve) => setTimeout(resolve, 20))
        continue
      }
      assert.match(found.title, /The plan/)
      assert.deepEqual([found.event, found.about.id], ['task.new', respondents[0].id])
      return
    }
    assert.fail('there is no notification')
  })

  it('are in the same list as tasks of processes, when it is the turn of the respondent', async () => {
    const [anna, boris] = [await server.user(), await server.user()]
    const ofProcess = await aTask(server, server.call, anna.id)
    const document = await aDocument(server.call)
    const stages = [{ respondents: [user(anna.id)], due: 'P2D' }, { respondents: [user(boris.id)] }]
    const sheet = await aSheet(server.call, document, [], { stages, subject: 'The lease' })
    const [first, second] = sheet.respondents
    const found = await listed(anna.call)
    assert.deepEqual(idsOf(found), [first.id, ofProcess.id])
    const { type, subject, state, performers, itemId, dueAt, exits, instanceId, sheet: about } = found[0]
    assert.deepEqual(
      [type, subject, state, performers, itemId, instanceId],
      ['approval', 'The lease', 'inProgress', [anna.id], document.id, null],
    )
    assert.match(dueAt, /Z$/)
    assert.deepEqual(
      exits.map(({ code }: Body) => code),
      ['approved', 'approvedWithRemarks', 'rejected'],
    )
    assert.deepEqual([about.id, about.file.version], [sheet.id, 1])
    assert.deepEqual(await listed(boris.call), [])
    assertDone(await complete(anna.call, first.id, { exit: 'approved' }))
    assert.deepEqual(idsOf(await listed(boris.call)), [second.id])
    assert.deepEqual(idsOf(await listed(anna.call)), [ofProcess.id])
    assert.deepEqual(idsOf(await listed(anna.call, '?state=closed&performer=me')), [first.id])
    const byItem = `?itemId=${document.id}&state=all`
    assert.deepEqual(idsOf(await listed(server.call, byItem)).toSorted(), [first.id, second.id].toSorted())
    assert.deepEqual(await listed((await server.user()).call, byItem), [])
  })

  it('answer the sheet when they are completed, with comment and file', async () => {
    const anna = await server.user()
    const sheet = await aSheet(server.call, await aDocument(server.call), [anna.id])
    const [{ id }] = sheet.respondents
    const file = { hash: await anUpload(anna.call, 'remarks', 'remarks.txt') }
    assertRefused(await complete(anna.call, id, { exit: 'rejected' }), 400, 'task.wrong_values', /needs the reason/)
    const done = await complete(anna.call, id, { exit: 'rejected', comment: 'see the file', context: { file } })
    assertDone(done)
    assert.equal(done.body.instance, null)
    const after = await sheetOf(server.call, sheet.id)
    assert.deepEqual([after.state, statesOf(after)], ['rejected', ['rejected']])
    assert.equal(after.respondents[0].comment, 'see the file')
    assert.notEqual(after.respondents[0].fileId, null)
    const task = await viewOf(anna.call, id)
    assert.deepEqual(task.actions, [])
    assert.deepEqual([task.state, task.outcome.exit, task.outcome.by], ['closed', 'rejected', anna.id])
    assert.deepEqual(
      task.history.map(({ kind, by }: Body) => [kind, by]),
      [
        ['created', null],
        ['completed', anna.id],
      ],
    )
    assertRefused(await complete(anna.call, id, { exit: 'approved' }), 409, 'task.ended', /given before|has ended/)
  })

  it('take the file of the answer as a list, too, as forms send it', async () => {
    const anna = await server.user()
    const sheet = await aSheet(server.call, await aDocument(server.call), [anna.id])
    const file = [{ hash: await anUpload(anna.call, 'remarks', 'remarks.txt'), name: 'remarks.txt' }]
    assertDone(await complete(anna.call, sheet.respondents[0].id, { exit: 'approved', context: { file } }))
    const { fileId } = (await sheetOf(server.call, sheet.id)).respondents[0]
    assert.equal((await server.call('GET', `/pub/v1/disk/file/${fileId}`)).body.file.__name, 'remarks.txt')
  })

  it('show the file with its version, the comment of the initiator, and the element to those who can see it', async () => {
    const anna = await server.user()
    const document = await aDocument(server.call, 'twelve bytes')
    const more = { comment: 'With the new price.' }
    const sheet = await aSheet(server.call, document, [anna.id], more)
    const { element, exits, sheet: about, names } = await viewOf(anna.call, sheet.respondents[0].id)
    assert.deepEqual([element.namespace, element.code, element.id], ['all', 'things', document.id])
    assert.match(element.name, /^contract /)
    assert.deepEqual(
      [about.comment, about.file],
      ['With the new price.', { id: document.fileId, name: 'contract.txt', version: 1 }],
    )
    assert.ok(names[about.createdBy], 'the task names the initiator')
    assert.deepEqual(element.files, [{ id: document.fileId, name: 'contract.txt', size: 12, version: 1 }])
    assert.deepEqual(
      exits.map(({ code, kind, isCommentRequired }: Body) => [code, kind, isCommentRequired]),
      [
        ['approved', 'positive', false],
        ['approvedWithRemarks', 'positive', true],
        ['rejected', 'negative', true],
      ],
    )
  })

  it('are counted and listed like other tasks, for respondents and for the initiator', async () => {
    const [anna, boris] = [await server.user(), await server.user()]
    const sheet = await aSheet(boris.call, await aDocument(boris.call), [anna.id])
    const ids = [sheet.respondents[0].id]
    assert.deepEqual(idsOf(await listed(anna.call, '?tab=mine')), ids)
    assert.deepEqual(idsOf(await listed(boris.call, '?tab=waiting')), ids)
    assertDone(await complete(anna.call, ids[0], { exit: 'approved' }))
    assert.deepEqual(idsOf(await listed(anna.call, '?tab=done')), ids)
    assert.deepEqual(await listed(boris.call, '?tab=waiting'), [])
  })

  it('can be completed together, and refuse wrong exits and values', async () => {
    const anna = await server.user()
    const one = await aSheet(server.call, await aDocument(server.call), [anna.id])
    const other = await aSheet(server.call, await aDocument(server.call), [anna.id])
    const ids = [one.respondents[0].id, other.respondents[0].id]
    const [id] = ids
    assertRefused(await complete(anna.call, id, {}), 400, 'task.wrong_exit', /needs an exit/)
    assertRefused(await complete(anna.call, id, { exit: 'perhaps' }), 400, 'task.wrong_exit', /no exit "perhaps"/)
    assertRefused(await complete(anna.call, id, { exit: 'informed' }), 400, 'task.wrong_exit', /takes approved/)
    assertRefused(
      await complete(anna.call, id, { exit: 'approvedWithRemarks' }),
      400,
      'task.wrong_values',
      /needs the remarks/,
    )
    for (const context of [{ fil: 'x' }, { file: 'x' }, { file: { hash: 5 } }, { file: [newId(), newId()] }])
      assertRefused(await complete(anna.call, id, { exit: 'approved', context }), 400, 'task.wrong_values', /fil/)
    const done = await anna.call('POST', `${tasks}/complete`, { ids, exit: 'approved' })
    assertDone(done)
    assert.deepEqual(
      done.body.items,
      ids.map((task) => ({ id: task, instance: null })),
    )
    assert.equal((await sheetOf(server.call, other.id)).state, 'approved')
  })

  it('can be claimed and delegated; they have no queue, no owner and no questions', async () => {
    const [anna, boris, reader] = [await server.user(), await server.user(), await server.user()]
    const sheet = await aSheet(server.call, await aDocument(server.call), [anna.id])
    const [{ id }] = sheet.respondents
    const act = (call: Call, action: string, body?: Body) => call('POST', `${tasks}/${id}/${action}`, body)
    assertDone(await act(anna.call, 'claim'))
    for (const [action, body] of [
      ['release'],
      ['return'],
      ['ask', { userId: boris.id, question: 'Why?' }],
      ['answer', { answer: 'Because.' }],
    ] as const) {
      assertRefused(await act(anna.call, action, body), 409, 'task.of_sheet', /belongs to a sheet/)
      assertRefused(await act(reader.call, action, body), 404, 'task.not_found', /not found/)
    }
    assertRefused(await act(server.call, 'claim'), 403, 'task.not_allowed', /./)
    assertRefused(
      await act(server.call, 'complete', { exit: 'approved' }),
      403,
      'task.not_allowed',
      /only its respondents/,
    )
    assertRefused(await act(reader.call, 'complete', { exit: 'approved' }), 404, 'task.not_found', /not found/)
    assertRefused(await act(anna.call, 'delegate', { userId: anna.id }), 400, 'task.wrong_user', /already a respondent/)
    const delegated = await act(anna.call, 'delegate', { userId: boris.id, comment: 'please' })
    assertDone(delegated)
    assert.deepEqual([delegated.body.task.state, delegated.body.task.outcome.exit], ['cancel', 'delegated'])
    const { history, names } = await viewOf(anna.call, id)
    assert.equal(history.at(-1).details.to, boris.id)
    assert.ok(names[boris.id], 'the history names the delegate')
    const [task] = await listed(boris.call)
    assertDone(await boris.call('POST', `${tasks}/${task.id}/claim`))
    const passed = await boris.call('POST', `${tasks}/${task.id}/reassign`, { userId: reader.id, reason: 'holiday' })
    assertDone(passed)
    assert.equal((await listed(reader.call)).length, 1)
  })

  it('are in the list of a substitute and are cancelled by a new version', async () => {
    const [anna, deputy] = [await server.user(), await server.user()]
    assertDone(await server.call('POST', '/api/v1/substitutions', { principal: anna.id, substitute: deputy.id }))
    const document = await aDocument(server.call)
    const sheet = await aSheet(server.call, document, [anna.id])
    const token = await server.call('POST', '/api/v1/tokens', { name: 'deputy', login: deputy.login })
    const asDeputy = server.as(token.body.token)
    const [{ id }] = sheet.respondents
    assert.deepEqual(idsOf(await listed(asDeputy)), [id])
    const task = await viewOf(asDeputy, id)
    assert.deepEqual([task.onBehalfOf, task.actions], [anna.id, ['complete', 'delegate']])
    assert.equal((await viewOf(server.call, id)).actions.length, 0)
    await newVersion(server.call, document)
    assert.deepEqual(await listed(asDeputy), [])
    assert.equal((await viewOf(anna.call, sheet.respondents[0].id)).state, 'cancel')
  })
})
