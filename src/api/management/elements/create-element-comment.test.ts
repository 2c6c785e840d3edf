import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { aMatter, type Guarded, matters, startGuarded } from '../../../../test/guarded.ts'
import type { Body, Call } from '../../../../test/platform.ts'
import { newId } from '../../../foundation/kit/ids.ts'

let law: Guarded
before(async () => {
  law = await startGuarded()
})
after(() => law[Symbol.asyncDispose]())

const comments = ({ __id }: Body) => `/api/v1/elements/law/matters/${__id}/comments`
const add = (call: Call, matter: Body, body: Body, headers = {}) => call('POST', comments(matter), body, headers)

async function commentNotifications(call: Call): Promise<Body[]> {
  const { body } = await call('GET', '/api/v1/notifications?kind=comment')
  return body.result.result
}

describe('a comment', () => {
  it('is added by everyone who can see the element, once per Idempotency-Key, and is in the audit log', async () => {
    const matter = await aMatter(law.call, { title: 'one' })
    const headers = { 'idempotency-key': newId() }
    const first = await add(law.clerk.call, matter, { text: 'Please look.' }, headers)
    assertDone(first)
    const { comment } = first.body
    assert.deepEqual(
      [comment.text, comment.by, comment.mentions],
      ['Please look.', { id: law.clerk.id, name: 'clerk' }, []],
    )
    assert.deepEqual((await add(law.clerk.call, matter, { text: 'Please look.' }, headers)).body.comment, comment)
    const { body } = await law.partner.call('GET', comments(matter))
    assert.deepEqual([body.total, body.comments], [1, [comment]])
    const audit = await law.call('GET', `/api/v1/audit?object=comment:${comment.id}`)
    assertDone(audit)
    assert.equal(audit.body.entries[0].after.text, 'Please look.')
  })

  it('notifies the users mentioned who can see the element, and nobody else', async () => {
    const matter = await aMatter(law.call, { title: 'secret matter', kind: 'closed' })
    const mentions = [law.partner.id, law.outsider.id, law.clerk.id]
    const answer = await add(law.call, matter, { text: 'Look, all of you', mentions })
    assertDone(answer)
    assert.deepEqual(
      answer.body.comment.mentions.map(({ name }: Body) => name),
      ['partner', 'outsider', 'clerk'],
    )
    for (;;) {
      const [notification] = await commentNotifications(law.partner.call)
      if (notification === undefined) {
        await wait(20)
        continue
      }
      assert.match(notification.title, /mentions you/)
      assert.equal(notification.text, 'Look, all of you')
      assert.deepEqual(notification.about, { type: 'element', namespace: 'law', code: 'matters', id: matter.__id })
      break
    }
    assert.deepEqual(
      [await commentNotifications(law.outsider.call), await commentNotifications(law.clerk.call)],
      [[], []],
    )
  })

  it('is no longer in the list of notifications of a user who lost the right to the element', async () => {
    const matter = await aMatter(law.call, { title: 'soon closed' })
    const text = 'between you and me'
    assertDone(await add(law.call, matter, { text, mentions: [law.clerk.id] }))
    while ((await commentNotifications(law.clerk.call)).length === 0) await wait(20)
    const [before] = await commentNotifications(law.clerk.call)
    assert.equal(before!.text, text)
    const update = (kind: string) => law.call('POST', `${matters}/${matter.__id}/update`, { context: { kind } })
    assertDone(await update('closed'))
    const [after] = await commentNotifications(law.clerk.call)
    assert.deepEqual([after!.id, after!.text], [before!.id, ''])
    const filter = encodeURIComponent(JSON.stringify({ tf: { text } }))
    const found = await law.clerk.call('GET', `/api/v1/notifications?filter=${filter}`)
    assertDone(found)
    assert.equal(found.body.result.total, 0, 'a filter does not find the text either')
    assertDone(await update('open'))
    assert.equal((await commentNotifications(law.clerk.call))[0]!.text, text)
  })

  it('is refused for hidden elements, unknown users and empty texts', async () => {
    const matter = await aMatter(law.call, { title: 'hidden', kind: 'closed' })
    assertRefused(await add(law.clerk.call, matter, { text: 'a' }), 404, 'element.not_found', /not found/)
    const unknown = await add(law.partner.call, matter, { text: 'a', mentions: [newId()] })
    assertRefused(unknown, 400, 'comment.unknown_user', /no user has the id/)
    assertRefused(await add(law.partner.call, matter, { text: '' }), 400, 'input.wrong', /text/)
    const { body } = await law.partner.call('GET', comments(matter))
    assert.equal(body.total, 0)
  })
})
