import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { idle } from '../../../../test/contract/matrix/imports.ts'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { writeZip } from '../../../solutions/files/write-zip.ts'
import { aLetter, bodyOf, caseWith, letters, registrations, uploadText, useLetterbox } from './letters.fixture.ts'

const server = useLetterbox()
const numbered = letters('numbered')
const settings = { template: '{seq}-in', reserveEnabled: true, editAfterRegistration: true }

const numberOf = async ({ __id }: Body): Promise<string | null> =>
  (await server.call('GET', `${numbered}/${__id}/get`)).body.item.number

/** Registers a letter and returns the registration. */
async function register(letter: Body, caseId: string, more: object = {}): Promise<Body> {
  const answer = await server.call('POST', registrations, bodyOf(letter, caseId, more, 'numbered'))
  assertDone(answer)
  return answer.body.item
}

describe('the field that an application names for the number', () => {
  it('gets the number with the registration, with an entry in the history, and finds the element', async () => {
    const { id: caseId } = await caseWith(server.call, settings)
    const letter = await aLetter(server.call, {}, 'numbered')
    assert.equal((await register(letter, caseId)).number, '1-in')
    assert.equal(await numberOf(letter), '1-in')
    const { body } = await server.call('GET', `/api/v1/elements/letterbox/numbered/${letter.__id}/history`)
    const changes = body.result.result.flatMap((entry: Body) => entry.changes?.number ?? [])
    assert.deepEqual(changes, [null, '1-in'])
    const found = await server.call('POST', `${numbered}/list`, { filter: { tf: { number: '1-in' } } })
    assert.ok(found.body.result.result.some(({ __id }: Body) => __id === letter.__id))
  })

  it('gets numbers that were typed or reserved, and those of letters that are registered at once', async () => {
    const typed = await caseWith(server.call, { templateEnabled: false })
    const [one, two] = [await aLetter(server.call, {}, 'numbered'), await aLetter(server.call, {}, 'numbered')]
    await register(one, typed.id, { number: 'A/17' })
    const again = await server.call('POST', registrations, bodyOf(two, typed.id, { number: 'A/17' }, 'numbered'))
    assertRefused(again, 409, 'registration.number_taken', /A\/17/)
    assert.deepEqual([await numberOf(one), await numberOf(two)], ['A/17', null])
    const { id: caseId } = await caseWith(server.call, settings)
    const reserved = await server.call('POST', `/api/v1/nomenclature/${caseId}/reserve`, {})
    assertDone(reserved)
    await register(two, caseId, { reservationId: reserved.body.item.id })
    assert.equal(await numberOf(two), '1-in')
    const many = await Promise.all([1, 2, 3, 4, 5].map(() => aLetter(server.call, {}, 'numbered')))
    const given = await Promise.all(many.map((letter) => register(letter, caseId)))
    assert.deepEqual(
      await Promise.all(many.map(numberOf)),
      given.map(({ number }) => number),
    )
    assert.deepEqual(given.map(({ number }) => number).sort(), ['2-in', '3-in', '4-in', '5-in', '6-in'])
  })

  it('follows a correction and the newest registration, and keeps the last number after it was annulled', async () => {
    const [first, second] = [
      await caseWith(server.call, settings),
      await caseWith(server.call, { template: 'B/{seq}' }),
    ]
    const letter = await aLetter(server.call, {}, 'numbered')
    const own = await register(letter, first.id)
    const correction = { number: '1a-in', reason: 'a slip' }
    assertDone(await server.call('POST', `${registrations}/${own.__id ?? own.id}/correct`, correction))
    assert.equal(await numberOf(letter), '1a-in')
    const other = await register(letter, second.id)
    assert.equal(await numberOf(letter), 'B/1')
    const annul = (id: string) => server.call('POST', `${registrations}/${id}/annul`, { reason: 'twice' })
    assertDone(await annul(other.id))
    assert.equal(await numberOf(letter), '1a-in')
    assertDone(await annul(own.id))
    assert.equal(await numberOf(letter), '1a-in')
  })

  it('leaves the later status of a letter that gets another number', async () => {
    const [first, second] = [await caseWith(server.call, settings), await caseWith(server.call, settings)]
    const letter = await aLetter(server.call, {}, 'numbered')
    await register(letter, first.id)
    assertDone(await server.call('POST', `${numbered}/${letter.__id}/set-status`, { status: { code: 'filed' } }))
    await register(letter, second.id)
    const { item } = (await server.call('GET', `${numbered}/${letter.__id}/get`)).body
    assert.deepEqual([item.__statusCode, item.number], ['filed', '1-in'])
  })

  it('cannot be changed otherwise, not even by administrators, but may be sent back unchanged', async () => {
    const { id: caseId } = await caseWith(server.call, settings)
    const letter = await aLetter(server.call, {}, 'numbered')
    const reason = /"number" holds the registration number, so it can be changed by a registration only/
    const update = (context: Body) => server.call('POST', `${numbered}/${letter.__id}/update`, { context })
    assertRefused(await update({ number: '7' }), 403, 'auth.not_allowed', reason)
    const created = await server.call('POST', `${numbered}/create`, { context: { number: '7' } })
    assertRefused(created, 403, 'auth.not_allowed', reason)
    await register(letter, caseId)
    assertRefused(await update({ number: null }), 403, 'auth.not_allowed', reason)
    assertDone(await update({ number: '1-in', subject: 'another' }))
    const fileHash = await uploadText(server.call, 'number,subject\n9,from a file\n')
    assertDone(await server.call('POST', `${numbered}/import`, { fileHash }))
    await idle(server as never, numbered)
    const { status } = (await server.call('POST', `${numbered}/import/status`, {})).body
    assert.match(status.errors[0].message, /you may not change "number" by an import/)
    const { body } = await server.call('GET', `/api/v1/elements/letterbox/numbered/${letter.__id}/capabilities`)
    assert.deepEqual(body.readOnlyFields, ['number'])
  })
})

it('a field that cannot hold every number is refused with a sentence', async () => {
  for (const [field, sentence] of [
    ['type: number', /"number" is not a field of the type string/],
    ['type: string, maxLength: 50', /"number" holds 50 characters, but a number can have 300/],
    ['type: string, required: true', /"number" is required, but it has no value before the registration/],
    ['type: string, default: none', /"number" has a default value/],
  ] as const) {
    const app = `name: Y\nfields: [{ code: number, ${field} }]\nregistration: { number: number }\n`
    assertRefused(await applied(app), 400, 'definition.invalid', sentence)
  }
  const misspelt = 'name: Y\nfields: [{ code: number, type: string }]\nregistration: { number: numbre }\n'
  assertRefused(await applied(misspelt), 400, 'definition.invalid', /there is no field "numbre"; did you mean "number"/)
})

/** Applies a solution with one application. */
const applied = async (application: string) => {
  const files = [
    ['solution.yaml', 'code: x\nname: X\nversion: 1.0.0\n'],
    ['namespaces/x/namespace.yaml', 'name: X\n'],
    ['namespaces/x/apps/y.yaml', application],
  ] as const
  return server.call('POST', '/api/v1/solutions/apply', await writeZip(new Map(files)))
}
