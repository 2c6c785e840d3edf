import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import type { Body, Call } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { anUpload, linkOf } from '../../v1/disk/files.fixture.ts'
import {
  aDocument,
  answered,
  aSheet,
  assertAudited,
  newVersion,
  sheetOf,
  sheets,
  statesOf,
  user,
} from './sheets.fixture.ts'

const server = useServer()
const respond = (call: Call, id: string, answer: string, more: Body = {}) =>
  call('POST', `${sheets}/${id}/respond`, { answer, ...more })

describe('answers', () => {
  it('are kept with the version, the comment and the time; the last one approves the sheet', async () => {
    const [anna, boris] = [await server.user(), await server.user()]
    const sheet = await aSheet(server.call, await aDocument(server.call), [anna.id, boris.id])
    const first = await answered(anna.call, sheet.id, 'approved', { comment: 'fine' })
    assert.deepEqual([first.state, statesOf(first)], ['inProgress', ['approved', 'pending']])
    const last = await answered(boris.call, sheet.id, 'approvedWithRemarks', { comment: 'mind the date' })
    assert.deepEqual([last.state, statesOf(last)], ['approvedWithRemarks', ['approved', 'approvedWithRemarks']])
    assert.deepEqual(
      last.respondents.map(({ comment }: Body) => comment),
      ['fine', 'mind the date'],
    )
    assert.match(last.respondents[0].respondedAt, /Z$/)
    const { version, sha256 } = last.file
    assert.deepEqual(
      last.history.map(({ kind, by }: Body) => [kind, by]),
      [
        ['started', server.running().userId],
        ['answered', anna.id],
        ['answered', boris.id],
        ['ended', boris.id],
      ],
    )
    assert.deepEqual(last.history[1].details, { answer: 'approved', version, sha256, comment: 'fine' })
    await assertAudited(server.call, sheet.id, 3)
  })

  it('come stage by stage, and one after another in a sequential stage', async () => {
    const [anna, boris, clara] = [await server.user(), await server.user(), await server.user()]
    const stages = [
      { mode: 'sequential', respondents: [user(anna.id), user(boris.id)] },
      { respondents: [user(clara.id)] },
    ]
    const { id } = await aSheet(server.call, await aDocument(server.call), [], { stages })
    assertRefused(await respond(boris.call, id, 'approved'), 409, 'sheet.not_pending', /not your turn yet/)
    assert.deepEqual(statesOf(await answered(anna.call, id, 'approved')), ['approved', 'pending', 'waiting'])
    assertRefused(await respond(anna.call, id, 'approved'), 409, 'sheet.not_pending', /given before/)
    assert.deepEqual(statesOf(await answered(boris.call, id, 'approved')), ['approved', 'approved', 'pending'])
    assert.equal((await answered(clara.call, id, 'approved')).state, 'approved')
  })

  it('with a rejection end the sheet, or are all collected', async () => {
    const [anna, boris] = [await server.user(), await server.user()]
    const stop = await aSheet(server.call, await aDocument(server.call), [anna.id, boris.id])
    const rejected = await answered(anna.call, stop.id, 'rejected')
    assert.deepEqual([rejected.state, statesOf(rejected)], ['rejected', ['rejected', 'cancelled']])
    assertRefused(await respond(boris.call, stop.id, 'approved'), 409, 'sheet.ended', /has ended/)

    const more = { onRejection: 'collect' }
    const collect = await aSheet(server.call, await aDocument(server.call), [anna.id, boris.id], more)
    assert.equal((await answered(anna.call, collect.id, 'rejected')).state, 'inProgress')
    assert.equal((await answered(boris.call, collect.id, 'approved')).state, 'rejected')
  })

  it('of a quorum approve the sheet; the other answers are not needed', async () => {
    const [anna, boris, clara] = [await server.user(), await server.user(), await server.user()]
    const stages = [{ quorum: 2, respondents: [user(anna.id), user(boris.id), user(clara.id)] }]
    const { id } = await aSheet(server.call, await aDocument(server.call), [], { stages })
    assert.equal((await answered(anna.call, id, 'rejected')).state, 'inProgress')
    assert.equal((await answered(boris.call, id, 'approved')).state, 'inProgress')
    assert.equal((await answered(clara.call, id, 'approved')).state, 'approved')
  })

  it('of a familiarization confirm that the document was read', async () => {
    const [anna, boris] = [await server.user(), await server.user()]
    const more = { type: 'familiarization' }
    const { id } = await aSheet(server.call, await aDocument(server.call), [anna.id, boris.id], more)
    assertRefused(await respond(anna.call, id, 'approved'), 400, 'sheet.wrong_answer', /takes informed/)
    assert.equal((await answered(anna.call, id, 'informed')).state, 'inProgress')
    assert.equal((await answered(boris.call, id, 'informed')).state, 'informed')
  })

  it('count once when two requests come at the same time', async () => {
    const anna = await server.user()
    const { id } = await aSheet(server.call, await aDocument(server.call), [anna.id])
    const both = await Promise.all(
      ['approved', 'rejected'].map((answer) => respond(anna.call, id, answer, { comment: 'no' })),
    )
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409])
    assert.equal((await sheetOf(server.call, id)).history.filter(({ kind }: Body) => kind === 'answered').length, 1)
  })

  it('can have a file, which every reader of the element may read', async () => {
    const [anna, reader] = [await server.user(), await server.user()]
    const document = await aDocument(server.call)
    const { id } = await aSheet(server.call, document, [anna.id])
    const unknown = await respond(anna.call, id, 'rejected', { comment: 'no', file: document.id })
    assertRefused(unknown, 400, 'sheet.wrong_file', /there is no file/)
    const file = { hash: await anUpload(anna.call, 'the remarks', 'remarks.txt'), name: 'remarks.txt' }
    const sheet = await answered(anna.call, id, 'rejected', { comment: 'see the file', file })
    const { fileId } = sheet.respondents[0]
    assert.equal(await (await fetch(await linkOf(reader.call, fileId))).text(), 'the remarks')
  })

  it('of an approval with remarks need the remarks', async () => {
    const anna = await server.user()
    const { id } = await aSheet(server.call, await aDocument(server.call), [anna.id])
    for (const more of [{}, { comment: ' ' }])
      assertRefused(
        await respond(anna.call, id, 'approvedWithRemarks', more),
        400,
        'sheet.wrong_answer',
        /needs the remarks/,
      )
  })

  it('of a rejection need the reason', async () => {
    const anna = await server.user()
    const { id } = await aSheet(server.call, await aDocument(server.call), [anna.id])
    for (const more of [{}, { comment: ' ' }])
      assertRefused(await respond(anna.call, id, 'rejected', more), 400, 'sheet.wrong_answer', /needs the reason/)
    assert.deepEqual(statesOf(await sheetOf(server.call, id)), ['pending'])
  })
})

describe('a substitute', () => {
  const substitute = async (principal: string, substitute: string, more: Body = {}) =>
    assertDone(await server.call('POST', '/api/v1/substitutions', { principal, substitute, ...more }))

  it('answers for the principal; the sheet shows both', async () => {
    const [anna, boris] = [await server.user(), await server.user()]
    const { id } = await aSheet(server.call, await aDocument(server.call), [anna.id])
    assertRefused(await respond(boris.call, id, 'approved'), 403, 'sheet.not_allowed', /only its respondents/)
    await substitute(anna.id, boris.id)
    const deputy = await server.as((await token(boris.login)).token)
    const sheet = await answered(deputy, id, 'approved')
    assert.deepEqual([sheet.respondents[0].userId, sheet.respondents[0].substituteId], [anna.id, boris.id])
    assert.deepEqual([sheet.history[1].by, sheet.history[1].onBehalfOf], [boris.id, anna.id])
  })

  it('of two respondents names the respondent', async () => {
    const [anna, boris, clara] = [await server.user(), await server.user(), await server.user()]
    await substitute(anna.id, clara.id)
    await substitute(boris.id, clara.id)
    const { id } = await aSheet(server.call, await aDocument(server.call), [anna.id, boris.id])
    const deputy = server.as((await token(clara.login)).token)
    const unclear = await respond(deputy, id, 'approved')
    assertRefused(unclear, 400, 'sheet.wrong_respondent', /name one with respondentId/)
    const [, respondentId] = unclear.body.respondentIds
    assert.deepEqual(statesOf(await answered(deputy, id, 'approved', { respondentId })), ['pending', 'approved'])
  })

  it('who is the initiator may not answer when the initiator may not approve', async () => {
    const [anna, ivan] = [await server.user(), await server.user()]
    await substitute(anna.id, ivan.id)
    const deputy = server.as((await token(ivan.login)).token)
    const more = { initiatorMayApprove: false }
    const { id } = await aSheet(deputy, await aDocument(deputy), [anna.id], more)
    assertRefused(await respond(deputy, id, 'approved'), 403, 'sheet.not_allowed', /not even as a substitute/)
  })

  /**
   * Returns a new token. The first request with a new token takes the present substitutions of the user into account.
   */
  async function token(login: string): Promise<Body> {
    const made = await server.call('POST', '/api/v1/tokens', { name: 'deputy', login })
    assertDone(made)
    return made.body
  }
})

describe('a new version of the file', () => {
  it('cancels the sheets in progress; answers of the old version are not taken any more', async () => {
    const [anna, boris] = [await server.user(), await server.user()]
    const document = await aDocument(server.call)
    const { id } = await aSheet(server.call, document, [anna.id, boris.id])
    await answered(anna.call, id, 'approved')
    await newVersion(server.call, document)
    const sheet = await sheetOf(server.call, id)
    assert.deepEqual([sheet.state, statesOf(sheet)], ['cancelled', ['approved', 'cancelled']])
    assert.match(sheet.reason, /new version 2/)
    assertRefused(await respond(boris.call, id, 'approved'), 409, 'sheet.ended', /was cancelled/)
  })

  it('and an answer at the same time leave either a cancelled sheet or an answer about the old version', async () => {
    for (let round = 0; round < 5; round++) {
      const anna = await server.user()
      const document = await aDocument(server.call)
      const { id } = await aSheet(server.call, document, [anna.id])
      const [answer] = await Promise.all([respond(anna.call, id, 'approved'), newVersion(server.call, document)])
      const sheet = await sheetOf(server.call, id)
      assert.equal(sheet.state, answer.status === 200 ? 'approved' : 'cancelled')
      assert.equal(sheet.file.version, 1)
    }
  })

  it('leaves ended sheets as they are, and so does the deletion of the file', async () => {
    const anna = await server.user()
    const document = await aDocument(server.call)
    const first = await aSheet(server.call, document, [anna.id])
    await answered(anna.call, first.id, 'approved')
    await newVersion(server.call, document)
    const second = await aSheet(server.call, document, [anna.id])
    assertDone(await server.call('PATCH', '/pub/v1/disk/files/deleted', { fileIds: [document.fileId], deleted: true }))
    assert.equal((await sheetOf(server.call, first.id)).state, 'approved')
    const { state, reason } = await sheetOf(server.call, second.id)
    assert.deepEqual([state, reason], ['cancelled', 'the file was deleted'])
  })
})
