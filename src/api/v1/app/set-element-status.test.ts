import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertRefused, item, made, parts, startEverything, things } from '../../../../test/everything.ts'
import type { Answer, Body, TestPlatform } from '../../../../test/platform.ts'

let started: TestPlatform
let settings: Body
before(async () => {
  started = await startEverything()
  settings = (await started.call('GET', `${things}/settings/status`)).body
})
after(() => started[Symbol.asyncDispose]())

const setStatus = (id: string, body: unknown): Promise<Answer> =>
  started.call('POST', `${things}/${id}/set-status`, body)
const aThing = async (more: object = {}): Promise<string> =>
  (await made(started.call, things, { title: 'x' }, more)).__id
const idOf = (code: string): number => settings.statusItems.find((status: Body) => status.code === code).id
const statusOf = async (id: string): Promise<string> =>
  item(await started.call('GET', `${things}/${id}/get`)).__statusCode

/** Sets the statuses one after the other and returns the last response. */
async function move(id: string, ...codes: string[]): Promise<Answer> {
  let answer = await setStatus(id, { status: { code: codes[0] } })
  for (const code of codes.slice(1)) answer = await setStatus(id, { status: { code } })
  return answer
}

describe('setting a status', () => {
  it('accepts {status: {code}} and {status: "code"}, and returns the element with the number of the status', async () => {
    for (const status of [{ code: 'review' }, 'review']) {
      const id = await aThing()
      const element = item(await setStatus(id, { status }))
      assert.deepEqual(element.__status, { order: 1, status: idOf('review') })
      assert.equal(element.__statusCode, 'review')
      assert.equal(await statusOf(id), 'review')
    }
  })

  it('follows the transitions and refuses any other change', async () => {
    const id = await aThing()
    assertRefused(await move(id, 'done'), 400, 'element.status_not_allowed', /"Done" can't follow "Draft"/)
    assert.equal(await statusOf(id), 'draft')
    assert.equal(item(await move(id, 'review', 'draft', 'review', 'done')).__statusCode, 'done')
  })

  it('never leaves a final status', async () => {
    const id = await aThing()
    await move(id, 'review', 'done')
    for (const code of ['draft', 'review']) {
      assertRefused(await move(id, code), 400, 'element.status_not_allowed', /can't follow "Done"/)
    }
  })

  it('without transitions moves freely within the group, but not out of it', async () => {
    const statusGroupId = settings.groupItems.find((group: Body) => group.code === 'repair').id
    const id = await aThing({ statusGroupId })
    assert.equal(item(await move(id, 'mended', 'broken', 'mended')).__statusCode, 'mended')
    assertRefused(await move(id, 'review'), 400, 'element.status_not_allowed', /"In review" can't follow "Mended"/)
    assert.equal(item(await move(id, 'scrapped')).__statusCode, 'scrapped')
    assertRefused(await move(id, 'broken'), 400, 'element.status_not_allowed', /can't follow "Scrapped"/)
  })

  it('that the element already has changes nothing, even if it is final', async () => {
    const id = await aThing()
    await move(id, 'review', 'done')
    const first = item(await started.call('GET', `${things}/${id}/get`))
    assert.deepEqual(item(await move(id, 'done')), first)
  })

  it('is recorded in __statusHistory with the user and the time', async () => {
    const id = await aThing()
    const { __statusHistory, __updatedAt, __updatedBy } = item(await move(id, 'review'))
    assert.deepEqual(
      __statusHistory.map(({ status }: Body) => status),
      [idOf('draft'), idOf('review')],
    )
    assert.deepEqual(__statusHistory[1], { status: idOf('review'), __createdAt: __updatedAt, __createdBy: __updatedBy })
  })

  it('refuses an unknown code with a suggestion or the list of codes', async () => {
    const id = await aThing()
    assertRefused(
      await move(id, 'reviw'),
      400,
      'element.unknown_status',
      /unknown status "reviw"; did you mean "review"\?/,
    )
    assertRefused(await move(id, 'zzzzzz'), 400, 'element.unknown_status', /there are draft, review, done, broken/)
    const part = await made(started.call, parts, {})
    const none = await started.call('POST', `${parts}/${part.__id}/set-status`, { status: 'draft' })
    assertRefused(none, 400, 'element.unknown_status', /all\.parts has no statuses/)
  })

  it('of a missing element is 404, also with an unknown code', async () => {
    const id = '0b6f7b2e-2f0f-4f5a-9c53-0123456789ab'
    assertRefused(await move(id, 'review'), 404, 'element.not_found', /not found/)
    assertRefused(await move('x', 'review'), 404, 'element.not_found', /not found/)
    assert.notEqual((await move(id, 'nonsense')).status, 200)
  })

  it('refuses a body without a status', async () => {
    const id = await aThing()
    for (const body of [
      '',
      {},
      { status: {} },
      { status: '' },
      { status: 5 },
      { status: null },
      { status: ['review'] },
    ]) {
      const answer = await setStatus(id, body)
      assertRefused(answer, 400, 'input.wrong', /"status/)
    }
  })
})
