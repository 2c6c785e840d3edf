import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { assertDone, assertRefused, changed, made, things } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { anUpload } from '../../v1/disk/files.fixture.ts'
import {
  aDocument,
  answered,
  aSheet,
  assertAudited,
  newVersion,
  sheetOf,
  sheets,
  startOf,
  statesOf,
  user,
} from './sheets.fixture.ts'

const server = useServer()

/** Returns the root of the organisation chart, which other test files may have created. */
async function rootItem(): Promise<string> {
  const { items } = (await server.call('GET', '/api/v1/org-items')).body
  const root = items.find(({ parent }: Body) => parent === null)
  return root?.id ?? (await server.call('POST', '/api/v1/org-items', { kind: 'department', name: 'All' })).body.id
}

/** Creates a group with these members and returns its id. */
async function aGroup(...members: string[]): Promise<string> {
  const code = `group_${newId().replaceAll('-', '')}`
  const created = await server.call('POST', '/pub/v1/scheme/namespaces/global/groups', { __name: code, code })
  assertDone(created)
  const id = created.body.group.__id
  assertDone(await server.call('POST', `/pub/v1/scheme/groups/${id}/add-items`, members))
  return id
}

describe('starting a sheet', () => {
  it('binds the sheet to the current version of the file with its hash, and asks the respondents', async () => {
    const [anna, boris] = [await server.user(), await server.user()]
    const document = await aDocument(server.call, 'old')
    await newVersion(server.call, document, 'new')
    const sheet = await aSheet(server.call, document, [anna.id, boris.login])
    assert.deepEqual(sheet.file, {
      id: document.fileId,
      name: 'contract.txt',
      version: 2,
      sha256: createHash('sha256').update('new').digest('hex'),
    })
    assert.deepEqual([sheet.state, sheet.round, sheet.type], ['inProgress', 1, 'approval'])
    assert.deepEqual(
      sheet.respondents.map(({ userId, state, stage }: Body) => [userId, state, stage]),
      [
        [anna.id, 'pending', 1],
        [boris.id, 'pending', 1],
      ],
    )
    assert.match(sheet.subject, /^contract /)
    assert.equal(sheet.names[anna.id], anna.login)
    await assertAudited(server.call, sheet.id, 1)
  })

  it('asks the active users of groups and positions, each once in a stage', async () => {
    const [anna, boris, gone] = [await server.user(), await server.user(), await server.user()]
    assertDone(await server.call('POST', `/api/v1/users/${gone.id}/block`))
    const group = await aGroup(anna.id, gone.id)
    const position = { name: 'Director', kind: 'position', holders: [boris.id], parent: await rootItem() }
    const item = await server.call('POST', '/api/v1/org-items', position)
    assertDone(item)
    const stages = [
      { respondents: [user(anna.id), { type: 'group', id: group }, { type: 'position', id: item.body.id }] },
    ]
    const sheet = await aSheet(server.call, await aDocument(server.call), [], { stages })
    assert.deepEqual(
      sheet.respondents.map(({ userId }: Body) => userId),
      [anna.id, boris.id],
    )
  })

  it('counts due dates in the working time of a calendar, from the turn of each respondent', async () => {
    const [anna, boris] = [await server.user(), await server.user()]
    const stages = [
      { respondents: [user(anna.id)], due: 'P2D' },
      { respondents: [user(boris.id)], due: '2099-05-01T00:00:00Z' },
    ]
    const sheet = await aSheet(server.call, await aDocument(server.call), [], { stages, remindBefore: 'PT4H' })
    const [first, second] = sheet.respondents
    assert.equal(Date.parse(first.dueAt) - Date.parse(first.openedAt), 2 * 24 * 60 * 60_000)
    assert.deepEqual([second.state, second.dueAt, second.openedAt], ['waiting', null, null])
    const after = await answered(anna.call, sheet.id, 'approved')
    assert.equal(after.respondents[1].dueAt, '2099-05-01T00:00:00Z')
  })

  it('is repeated with the same idempotency key', async () => {
    const anna = await server.user()
    const body = startOf(await aDocument(server.call), [anna.id])
    const key = { 'idempotency-key': newId() }
    const [first, second] = [await server.call('POST', sheets, body, key), await server.call('POST', sheets, body, key)]
    assertDone(second)
    assert.equal(second.body.sheet.id, first.body.sheet.id)
  })

  it('skips users who approved this version before, and asks them again about another version', async () => {
    const [anna, boris] = [await server.user(), await server.user()]
    const document = await aDocument(server.call)
    const first = await aSheet(server.call, document, [anna.id, boris.id])
    await answered(anna.call, first.id, 'approved')
    assert.equal((await answered(boris.call, first.id, 'rejected')).state, 'rejected')

    const second = await aSheet(server.call, document, [anna.id, boris.id])
    assert.deepEqual([second.round, statesOf(second)], [2, ['skipped', 'pending']])
    assert.equal((await answered(boris.call, second.id, 'approved')).state, 'approved')

    const again = await aSheet(server.call, document, [anna.id, boris.id], { skipApproved: false })
    assert.deepEqual(statesOf(again), ['pending', 'pending'])
    await newVersion(server.call, document)
    const third = await aSheet(server.call, document, [anna.id, boris.id])
    assert.deepEqual(statesOf(third), ['pending', 'pending'])
  })

  it('leaves the initiator out when the initiator may not approve', async () => {
    const [anna, ivan] = [await server.user(), await server.user()]
    const document = await aDocument(ivan.call)
    const alone = startOf(document, [ivan.id], { initiatorMayApprove: false })
    assertRefused(await ivan.call('POST', sheets, alone), 400, 'sheet.wrong_respondent', /initiator may not approve/)
    const sheet = await aSheet(ivan.call, document, [ivan.id, anna.id], { initiatorMayApprove: false })
    assert.deepEqual(
      sheet.respondents.map(({ userId }: Body) => userId),
      [anna.id],
    )
    const back = await anna.call('POST', `${sheets}/${sheet.id}/delegate`, { userId: ivan.id })
    assertRefused(back, 400, 'sheet.wrong_respondent', /initiator may not approve/)
  })
})

describe('starting a sheet while a version is added', () => {
  it('never leaves a sheet in progress about an old version', async () => {
    const anna = await server.user()
    for (let round = 0; round < 8; round++) {
      const document = await aDocument(server.call)
      const [started] = await Promise.all([
        server.call('POST', sheets, startOf(document, [anna.id])),
        newVersion(server.call, document),
      ])
      assertDone(started)
      const { state, file } = await sheetOf(server.call, started.body.sheet.id)
      assert.deepEqual([state, file.version], file.version === 1 ? ['cancelled', 1] : ['inProgress', 2])
    }
  })
})

describe('a sheet is refused', () => {
  it('without a file, with several files and none named, and with a file of another element', async () => {
    const anna = await server.user()
    const { __id: empty } = await made(server.call, things, { title: 'without a file' })
    const start = (document: { id: string; fileId: string }, more: Body = {}) =>
      server.call('POST', sheets, startOf(document, [anna.id], more))
    const refused = async (answer: ReturnType<typeof start>, sentence: RegExp) =>
      assertRefused(await answer, 400, 'sheet.wrong_file', sentence)
    await refused(start({ id: empty, fileId: '' }), /no file/)
    const document = await aDocument(server.call)
    await refused(start(document, { fileId: (await aDocument(server.call)).fileId }), /does not hold the file/)
    const more = [document.fileId, { hash: await anUpload(server.call, 'annex'), name: 'annex.txt' }]
    await changed(server.call, things, document.id, { files: more })
    const unclear = await start(document)
    assertRefused(unclear, 400, 'sheet.wrong_file', /several files/)
    assert.equal(unclear.body.fileIds.length, 2)
    assertDone(await start(document, { fileId: document.fileId }))
  })

  it('for unknown and blocked respondents', async () => {
    const gone = await server.user()
    assertDone(await server.call('POST', `/api/v1/users/${gone.id}/block`))
    const document = await aDocument(server.call)
    for (const [id, sentence] of [
      [newId(), /there is no user/],
      ['nemo', /there is no user "nemo"/],
      [gone.id, /no active user/],
    ] as const) {
      const answer = await server.call('POST', sheets, startOf(document, [id]))
      assertRefused(answer, 400, 'sheet.wrong_respondent', sentence)
      assert.equal(answer.body.field, 'stages[0].respondents[0]')
    }
    const list = await server.call('GET', `/api/v1/elements/all/things/${document.id}/sheets`)
    assert.equal(list.body.result.total, 0)
  })

  const respondents = [{ type: 'user', id: 'admin' }]
  const routes: readonly [string, Body, RegExp][] = [
    ['a quorum above the number of respondents', { stages: [{ respondents, quorum: 2 }] }, /quorum is 2/],
    ['two quorums', { stages: [{ respondents, quorum: 1, quorumPercent: 50 }] }, /either quorum or quorumPercent/],
    [
      'a quorum of the first answer',
      { stages: [{ respondents, mode: 'firstAnswer', quorum: 1 }] },
      /leave out the quorum/,
    ],
    ['a due date that is none', { stages: [{ respondents, due: 'soon' }] }, /"soon" is neither a date nor a duration/],
    ['an unknown calendar', { calendar: 'moon', stages: [{ respondents, due: 'P1D' }] }, /moon/],
    ['a reminder without a due date', { remindBefore: 'PT1H', stages: [{ respondents }] }, /no stage has one/],
    ['a reminder at no time', { remindBefore: '1h', stages: [{ respondents, due: 'P1D' }] }, /"1h" is not a duration/],
    [
      'a familiarization in turns',
      { type: 'familiarization', stages: [{ respondents, mode: 'sequential' }] },
      /at once/,
    ],
    [
      'a familiarization in two stages',
      { type: 'familiarization', stages: [{ respondents }, { respondents }] },
      /one stage/,
    ],
  ]
  it('with a wrong route', async () => {
    const document = await aDocument(server.call)
    for (const [name, more, sentence] of routes) {
      const answer = await server.call('POST', sheets, startOf(document, [], more))
      assert.equal(answer.status, 400, name)
      assertRefused(answer, 400, 'sheet.wrong_route', sentence)
    }
  })

  it('while another approval of the file is in progress, but not for a familiarization', async () => {
    const anna = await server.user()
    const document = await aDocument(server.call)
    const starts = await Promise.all([1, 2, 3].map(() => server.call('POST', sheets, startOf(document, [anna.id]))))
    assert.deepEqual(starts.map(({ status }) => status).sort(), [200, 409, 409])
    assertRefused(starts.find(({ status }) => status === 409)!, 409, 'sheet.already_running', /contract\.txt/)
    for (const _ of [1, 2]) await aSheet(server.call, document, [anna.id], { type: 'familiarization' })
  })

  it('for a deleted element and an unknown element', async () => {
    const document = await aDocument(server.call)
    await changed(server.call, things, document.id, { __deletedAt: '2026-01-01T00:00:00Z' })
    const deleted = await server.call('POST', sheets, startOf(document, ['admin']))
    assertRefused(deleted, 409, 'sheet.element_deleted', /restore it/)
    for (const id of [newId(), 'x']) {
      const missing = await server.call('POST', sheets, startOf({ id, fileId: '' }, ['admin']))
      assertRefused(missing, 404, 'element.not_found', /not found/)
    }
  })
})

it('gives sheets about several files of an element, which start at the same time, a round each', async () => {
  const anna = await server.user()
  const upload = async (n: number) => ({ hash: await anUpload(server.call, `text ${n}`), name: `${n}.txt` })
  const uploads = await Promise.all([1, 2, 3, 4, 5, 6].map(upload))
  const element = await made(server.call, things, { title: 'six files', files: uploads })
  const start = (fileId: string) =>
    server.call('POST', sheets, startOf({ id: element.__id, fileId }, [anna.id], { fileId }))
  const answers = await Promise.all(element.files.map(start))
  for (const answer of answers) assertDone(answer)
  assert.deepEqual(answers.map(({ body }) => body.sheet.round).sort(), [1, 2, 3, 4, 5, 6])
})
