import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { idle } from '../../../../test/contract/matrix/imports.ts'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { aLetter, bodyOf, caseWith, letters, registrations, uploadText, useLetterbox } from './letters.fixture.ts'

const server = useLetterbox()
const paper = { card: { paperAt: 'shelf 1' } }
const reason = /an element gets the status "Registered" when it is registered/

const statusOf = async (code: string, { __id }: Body): Promise<string> =>
  (await server.call('GET', `${letters(code)}/${__id}/get`)).body.item.__statusCode
const setStatus = (code: string, { __id }: Body, status = 'registered') =>
  server.call('POST', `${letters(code)}/${__id}/set-status`, { status: { code: status } })

/** Registers a letter and returns the registration. */
async function registered(letter: Body, code: string, more: object = {}): Promise<Body> {
  const { id: caseId } = await caseWith(server.call, { reserveEnabled: true })
  const answer = await server.call('POST', registrations, bodyOf(letter, caseId, { ...paper, ...more }, code))
  assertDone(answer)
  return answer.body.item
}

/** Runs an import and returns its result. */
async function imported(text: string, options: object = {}): Promise<Body> {
  const fileHash = await uploadText(server.call, text)
  assertDone(await server.call('POST', `${letters('strict')}/import`, { fileHash, ...options }))
  await idle(server as never, letters('strict'))
  return (await server.call('POST', `${letters('strict')}/import/status`, {})).body.status
}

describe('an element without a registration does not get the status of registered elements', () => {
  it('by set-status, also for an administrator', async () => {
    const letter = await aLetter(server.call, {}, 'strict')
    const refused = await setStatus('strict', letter)
    assertRefused(refused, 400, 'element.status_not_allowed', reason)
    assert.equal(refused.body.field, 'status')
    assert.equal(await statusOf('strict', letter), 'draft')
    assertDone(await setStatus('strict', letter, 'filed'))
  })

  it('by a bulk change, which changes the registered elements only', async () => {
    const [one, two] = [await aLetter(server.call, {}, 'strict'), await aLetter(server.call, {}, 'strict')]
    const { id } = await registered(two, 'strict')
    assertDone(await server.call('POST', `${registrations}/${id}/annul`, { reason: 'twice' }))
    const answer = await server.call('POST', '/api/v1/elements/letterbox/strict/bulk', {
      ids: [one.__id, two.__id],
      action: { setStatus: { code: 'registered' } },
    })
    assertDone(answer)
    const { failures, unchanged } = answer.body.result
    assert.deepEqual(
      failures.map(({ id, code }: Body) => [id, code]),
      [[one.__id, 'element.status_not_allowed']],
    )
    assert.equal(unchanged, 1, 'an annulled element keeps its status')
  })

  it('by a move to its status group', async () => {
    const settings = await server.call('GET', `${letters('grouped')}/settings/status`)
    const { id: statusGroupId } = settings.body.groupItems.find(({ code }: Body) => code === 'records')
    const letter = await aLetter(server.call, {}, 'grouped')
    const move = (context: Body) =>
      server.call('POST', `${letters('grouped')}/${letter.__id}/update`, { context, statusGroupId })
    const refused = await move({})
    assertRefused(refused, 400, 'element.status_not_allowed', reason)
    assert.equal(refused.body.field, 'statusGroupId')
    assert.equal(await statusOf('grouped', letter), 'draft')
  })

  it('by an import of new and of existing elements', async () => {
    const externalId = newId()
    const letter = await aLetter(server.call, { __externalId: externalId }, 'strict')
    const created = await imported('subject,__status\nfrom a file,registered\nanother,draft\n')
    assert.deepEqual([created.created, created.failed], [1, 1])
    assert.equal(created.errors[0].code, 'element.status_not_allowed')
    const updated = await imported(`__externalId,__status\n${externalId},registered\n`, {
      mode: 'update',
      key: ['__externalId'],
    })
    assert.deepEqual([updated.updated, updated.failed], [0, 1])
    assert.match(updated.errors[0].message, reason)
    assert.equal(await statusOf('strict', letter), 'draft')
  })
})

describe('an element gets the status of registered elements', () => {
  it('by its registration, also under a reserved number', async () => {
    const { id: caseId } = await caseWith(server.call, { reserveEnabled: true })
    const reserved = await server.call('POST', `/api/v1/nomenclature/${caseId}/reserve`, {})
    assertDone(reserved)
    const letter = await aLetter(server.call, {}, 'strict')
    const more = { ...paper, reservationId: reserved.body.item.id }
    assertDone(await server.call('POST', registrations, bodyOf(letter, caseId, more, 'strict')))
    assert.equal(await statusOf('strict', letter), 'registered')
  })

  it('by set-status once it is registered, for example after work on it', async () => {
    const letter = await aLetter(server.call, {}, 'strict')
    await registered(letter, 'strict')
    assertDone(await setStatus('strict', letter, 'draft'))
    assertDone(await setStatus('strict', letter))
    assert.equal(await statusOf('strict', letter), 'registered')
  })

  it('by set-status while registration is switched off', async () => {
    const letter = await aLetter(server.call, {}, 'switched_off')
    const { body } = await server.call('GET', `/api/v1/elements/letterbox/switched_off/${letter.__id}/capabilities`)
    assert.equal(body.statuses[1].isAllowed, true)
    assertDone(await setStatus('switched_off', letter))
  })
})
