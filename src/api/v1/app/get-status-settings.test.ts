import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertDone, assertRefused, parts, startEverything, things } from '../../../../test/everything.ts'
import type { Body, TestPlatform } from '../../../../test/platform.ts'

let started: TestPlatform
before(async () => {
  started = await startEverything()
})
after(() => started[Symbol.asyncDispose]())

describe('the statuses of an application', () => {
  it('are returned with their groups at the top level of the answer', async () => {
    const answer = await started.call('GET', `${things}/settings/status`)
    assertDone(answer)
    assert.deepEqual(Object.keys(answer.body), ['success', 'error', 'statusItems', 'groupItems'])
    const { statusItems, groupItems } = answer.body
    assert.deepEqual(
      groupItems.map(({ code, name }: Body) => [code, name]),
      [
        ['main', 'Main'],
        ['repair', 'Repair'],
      ],
    )
    assert.deepEqual(
      statusItems.map(({ id, code, name, groupId }: Body) => [id, code, name, groupId]),
      [
        [1, 'draft', 'Draft', groupItems[0].id],
        [2, 'review', 'In review', groupItems[0].id],
        [3, 'done', 'Done', groupItems[0].id],
        [4, 'broken', 'Broken', groupItems[1].id],
        [5, 'mended', 'Mended', groupItems[1].id],
        [6, 'scrapped', 'Scrapped', groupItems[1].id],
      ],
    )
  })

  it('are in their order, and marked when they are final', async () => {
    const { body } = await started.call('GET', `${things}/settings/status`)
    assert.deepEqual(
      body.statusItems.map(({ order }: Body) => order),
      [0, 1, 2, 3, 4, 5],
    )
    assert.deepEqual(
      body.statusItems.filter(({ final }: Body) => final).map(({ code }: Body) => code),
      ['done', 'scrapped'],
    )
  })

  it('are two empty lists when the application has none', async () => {
    const { body } = await started.call('GET', `${parts}/settings/status`)
    assert.deepEqual([body.success, body.statusItems, body.groupItems], [true, [], []])
  })

  it('of an unknown application are 404', async () => {
    const answer = await started.call('GET', '/pub/v1/app/all/thinks/settings/status')
    assertRefused(answer, 404, 'application.not_found', /did you mean "all\.things"\?/)
  })
})
