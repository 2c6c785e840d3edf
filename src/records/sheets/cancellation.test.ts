import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { assertDone, assertRefused, things } from '../../../test/everything.ts'
import type { Body, Call } from '../../../test/platform.ts'
import { useServer } from '../../../test/shared-server.ts'
import {
  aDocument,
  aSheet,
  type Document,
  newVersion,
  sheetOf,
  sheets,
  statesOf,
} from '../../api/management/sheets/sheets.fixture.ts'
import { anUpload } from '../../api/v1/disk/files.fixture.ts'

const server = useServer()

/** Returns a sheet as soon as it has ended, which it does soon after the commit of the change of its element. */
async function ended(id: string): Promise<Body> {
  for (let attempt = 0; ; attempt++) {
    const sheet = await sheetOf(server.call, id)
    if (sheet.endedAt !== null || attempt > 3_000) return sheet
    await wait(20)
  }
}

/** Returns the notifications of a user about a sheet, as soon as there is one. */
async function waitForNotificationsAbout(call: Call, id: string): Promise<Body[]> {
  for (let attempt = 0; ; attempt++) {
    const answer = await call('GET', '/api/v1/notifications?size=100')
    assertDone(answer)
    const found = answer.body.result.result.filter(({ about }: Body) => about.id === id)
    if (found.length > 0 || attempt > 3_000) return found
    await wait(20)
  }
}

const replaceFile = async (call: Call, { id }: Document, keep: readonly unknown[] = []): Promise<void> => {
  const files = [...keep, { hash: await anUpload(call, 'another file', 'other.txt'), name: 'other.txt' }]
  assertDone(await call('POST', `${things}/${id}/update`, { context: { files } }))
}
const erase = async ({ id }: Document): Promise<void> => {
  const context = { __deletedAt: '2026-05-01T00:00:00Z' }
  assertDone(await server.call('POST', `${things}/${id}/update`, { context }))
}

describe('a sheet is cancelled', () => {
  it('when the file in the field of its element is replaced', async () => {
    const anna = await server.user()
    const document = await aDocument(server.call)
    const { id } = await aSheet(server.call, document, [anna.id])
    await replaceFile(server.call, document)
    const sheet = await ended(id)
    assert.deepEqual([sheet.state, statesOf(sheet)], ['cancelled', ['cancelled']])
    assert.match(sheet.reason, /replaced or removed/)
    assert.equal(sheet.endedBy, server.running().userId)
    const tasks = await anna.call('GET', '/api/v1/tasks')
    assert.equal(tasks.body.result.total, 0)
    assert.equal((await aSheet(server.call, document, [anna.id])).round, 2)
  })

  it('when its element is deleted', async () => {
    const anna = await server.user()
    const document = await aDocument(server.call)
    const { id } = await aSheet(server.call, document, [anna.id])
    await erase(document)
    const sheet = await ended(id)
    assert.deepEqual([sheet.state, sheet.reason], ['cancelled', 'the element was deleted'])
  })

  it('but not when the field gets a further file, or another value of the element changes', async () => {
    const [anna, boris] = [await server.user(), await server.user()]
    const document = await aDocument(server.call)
    const { id } = await aSheet(server.call, document, [anna.id])
    await replaceFile(server.call, document, [document.fileId])
    assertDone(await server.call('POST', `${things}/${document.id}/update`, { context: { title: 'new title' } }))
    // The events are read in their order, so the sheet about `later` is cancelled after the changes above were handled.
    const later = await aDocument(server.call)
    const { id: other } = await aSheet(server.call, later, [boris.id])
    await erase(later)
    await ended(other)
    assert.equal((await sheetOf(server.call, id)).state, 'inProgress')
  })
})

describe('the respondents of a cancelled sheet', () => {
  it('are notified with the reason, and so is the initiator, but not the user who caused it', async () => {
    const [anna, boris, ivan] = [await server.user(), await server.user(), await server.user()]
    const document = await aDocument(ivan.call)
    const stages = [{ respondents: [{ type: 'user', id: anna.id }] }, { respondents: [{ type: 'user', id: boris.id }] }]
    const { id } = await aSheet(ivan.call, document, [], { stages, subject: 'The lease' })
    await newVersion(server.call, document)
    for (const one of [anna, ivan]) {
      const [notification, ...others] = await waitForNotificationsAbout(one.call, id)
      assert.deepEqual(
        [notification!.event, notification!.about, others],
        ['sheet.cancelled', { type: 'sheet', id }, []],
      )
      assert.match(notification!.title, /The lease/)
      assert.match(notification!.text, /new version 2/)
    }
    const answer = await boris.call('GET', '/api/v1/notifications')
    assert.equal(answer.body.result.total, 0, 'the turn of this respondent had not come')
    assert.equal(
      (await server.call('GET', `/api/v1/notifications?size=1000`)).body.result.result.filter(
        ({ about }: Body) => about.id === id,
      ).length,
      0,
    )
  })
})

it('a sheet takes no answer between the change of its element and its cancellation', async () => {
  const anna = await server.user()
  const document = await aDocument(server.call)
  const { id } = await aSheet(server.call, document, [anna.id])
  await erase(document)
  const answer = await anna.call('POST', `${sheets}/${id}/respond`, { answer: 'approved' })
  assertRefused(answer, 409, 'sheet.ended', /cancelled/)
})
