import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertDone, assertRefused, made, parts } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import {
  allSubscribers,
  category,
  freshEmail,
  listedRows,
  subscribersWith,
} from '../../v1/marketing/marketing.fixture.ts'

const server = useServer()
const path = '/api/v1/marketing/subscribers'
const nowhere = '00000000-0000-4000-8000-000000000000'
const put = (subscribers: unknown) => server.call('PUT', path, { subscribers })
const change = (id: string, body: object) => server.call('PATCH', `${path}/${id}`, body)
const get = async (id: string): Promise<Body> => (await listedRows(server.call, allSubscribers, { ids: [id] }))[0]!

describe('a subscriber', () => {
  it('is listed with consent, categories and element', async () => {
    const preference = await category(server.call)
    const { __id } = await made(server.call, parts, {})
    const email = freshEmail()
    const contact = { namespace: 'all', code: 'parts', id: __id }
    const row = { email, phone: '+7 (495) 1', name: 'Anna', externalId: 'A1', contact, preferences: [preference] }
    const [id] = await subscribersWith(server.call, [{ ...row, phone: '+7 (495) 111', consent: 'given' }])
    const { __createdAt, __updatedAt, __createdBy, __updatedBy, ...rest } = await get(id!)
    assert.deepEqual(rest, {
      __id: id,
      __name: 'Anna',
      email,
      phone: '+7 (495) 111',
      externalId: 'A1',
      contact,
      consent: 'given',
      preferences: [preference],
      unsubscribedAt: null,
      bouncedAt: null,
      sendable: true,
    })
  })

  it('is unique by the normalised address; an existing one stays as it is', async () => {
    const email = freshEmail()
    const number = String(Date.now()).slice(-10)
    const [first, again, other] = (
      await put([
        { email, name: 'First' },
        { email: ` ${email.toUpperCase()} `, name: 'Second', consent: 'given' },
        { phone: `+7 ${number}` },
      ])
    ).body.subscribers
    assert.deepEqual([first.isNew, again.isNew, other.isNew], [true, false, true])
    assert.equal(again.id, first.id)
    const later = (await put([{ email, name: 'Third', consent: 'given' }, { phone: `+7-${number}` }])).body.subscribers
    assert.deepEqual(later, [
      { id: first.id, isNew: false },
      { id: other.id, isNew: false },
    ])
    const { __name, consent, sendable } = await get(first.id)
    assert.deepEqual([__name, consent, sendable], ['First', 'none', false])
  })

  it('is refused with its row, and then none of the request is created', async () => {
    const email = freshEmail()
    for (const [row, code, sentence] of [
      [{}, 'marketing.wrong_subscriber', /row 2: an e-mail address or a phone number is needed/],
      [{ email: 'nobody' }, 'marketing.wrong_subscriber', /row 2: "nobody" is not an e-mail address/],
      [{ phone: 'call me' }, 'marketing.wrong_subscriber', /row 2: "call me" is not a phone number/],
      [{ phone: '1234', preferences: [nowhere] }, 'marketing.unknown_category', /no category 0000/],
      [
        { phone: '1234', contact: { namespace: 'all', code: 'parts', id: nowhere } },
        'marketing.wrong_subscriber',
        /row 2: element .* not found in all.parts/,
      ],
    ] as const) {
      const answer = await put([{ email }, row])
      assertRefused(answer, 400, code, sentence)
      assert.match(answer.body.field, /^subscribers\[1\]/)
    }
    const unknown = { email, contact: { namespace: 'all', code: 'part', id: nowhere } }
    assertRefused(await put([unknown]), 404, 'application.not_found', /did you mean/)
    assertRefused(await put([{ email, mail: email }]), 400, 'input.wrong', /mail/)
    assert.deepEqual(await listedRows(server.call, allSubscribers, { filter: { tf: { email } } }), [])
  })

  it('is no longer sendable when consent is withdrawn or a message bounced, and the time is kept', async () => {
    const [id] = (await subscribersWith(server.call, [{ email: freshEmail(), consent: 'given' }])) as [string]
    const state = async () => {
      const { consent, sendable, unsubscribedAt, bouncedAt } = await get(id)
      return [consent, sendable, unsubscribedAt !== null, bouncedAt !== null]
    }
    assertDone(await change(id, { consent: 'withdrawn' }))
    assert.deepEqual(await state(), ['withdrawn', false, true, false])
    const { unsubscribedAt } = await get(id)
    assertDone(await change(id, { name: 'Renamed', consent: 'withdrawn' }))
    assert.equal((await get(id)).unsubscribedAt, unsubscribedAt)
    assertDone(await change(id, { consent: 'given' }))
    assert.deepEqual(await state(), ['given', true, false, false])
    assertDone(await change(id, { bounced: true }))
    assert.deepEqual(await state(), ['given', false, false, true])
    assertDone(await change(id, { bounced: false }))
    assert.deepEqual(await state(), ['given', true, false, false])
    const { entries } = (await server.call('GET', `/api/v1/audit?object=subscriber:${id}`)).body
    assert.deepEqual(entries.at(-1).after, { consent: 'withdrawn' })
  })

  it('keeps what a change leaves out, and refuses what does not fit', async () => {
    const preference = await category(server.call)
    const [id] = (await subscribersWith(server.call, [{ email: freshEmail(), name: 'N', externalId: 'E' }])) as [string]
    assertDone(await change(id, { preferences: [preference, preference] }))
    assertDone(await change(id, { externalId: null }))
    const { __name, externalId, preferences } = await get(id)
    assert.deepEqual([__name, externalId, preferences], ['N', null, [preference]])
    assertRefused(await change(id, { preferences: [nowhere] }), 400, 'marketing.unknown_category', /no category/)
    assertRefused(await change(id, { consent: 'maybe' }), 400, 'input.wrong', /consent/)
    assertRefused(await change(nowhere, { name: 'x' }), 404, 'marketing.subscriber_not_found', /not found/)
  })

  it('is deleted with its memberships', async () => {
    const [id] = (await subscribersWith(server.call, [{ email: freshEmail() }])) as [string]
    assertDone(await server.call('DELETE', `${path}/${id}`))
    assertRefused(await server.call('DELETE', `${path}/${id}`), 404, 'marketing.subscriber_not_found', /not found/)
    assert.deepEqual(await listedRows(server.call, allSubscribers, { ids: [id] }), [])
  })
})
