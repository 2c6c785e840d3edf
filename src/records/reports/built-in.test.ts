import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { assertDone } from '../../../test/everything.ts'
import type { Body, Call } from '../../../test/platform.ts'
import {
  aLetter,
  bodyOf,
  caseWith,
  registrations,
  useLetterbox,
} from '../../api/management/registrations/letters.fixture.ts'
import { grant, management } from '../../api/v1/nomenclature/nomenclature.fixture.ts'
import { run } from '../../data/reports/reports.fixture.ts'
import { newId } from '../../foundation/kit/ids.ts'

const server = useLetterbox()
const index = `b-${newId()}`
let found: Body
let letter: Body
let registrar: { id: string; call: Call }
let outsider: { call: Call }

async function register(one: Body, more: object): Promise<Body> {
  const answer = await server.call('POST', registrations, bodyOf(one, found.id, more))
  assertDone(answer)
  return answer.body.item
}

async function rows(call: Call, code: string, filter: Body): Promise<Body[]> {
  const answer = await run(call, `system.${code}`, { filter: { tf: filter } })
  assertDone(answer)
  return answer.body.result.result
}
const journal = (call: Call, filter: Body = {}) => rows(call, 'registration_journal', { of_case: index, ...filter })

describe('the reports of the platform about records', () => {
  before(async () => {
    found = await caseWith(
      server.call,
      { template: '{case.index}/{seq}', reserveEnabled: true },
      { index, name: 'Letters' },
    )
    registrar = await server.user({ lastname: 'Ivanova' })
    outsider = await server.user()
    await grant(server.call, found.officeId, registrar.id, ['register'])
    letter = await aLetter(server.call)
    const card = { correspondentNumber: '17-a', sheets: 3, comment: 'by hand' }
    await register(letter, { card, date: '2026-03-02' })
    const { id } = await register(await aLetter(server.call), { date: '2026-03-05' })
    assertDone(await server.call('POST', `${registrations}/${id}/annul`, { reason: 'twice' }))
    assertDone(await server.call('POST', `${management}/${found.id}/reserve`, { until: '2099-01-01' }))
  })

  describe('the report "registration journal"', () => {
    it('has a row for each number of a case, in their order', async () => {
      const lines = await journal(server.call)
      assert.deepEqual(
        lines.map(({ number, state, reason }) => [number, state, reason]),
        [
          [`${index}/1`, 'registered', null],
          [`${index}/2`, 'annulled', 'twice'],
          [`${index}/3`, 'reserved', null],
        ],
      )
      const [first] = lines
      const { document_name, application, document, registered_on, correspondent_number, sheets, comment } = first!
      assert.deepEqual(
        [document_name, application, document, registered_on],
        [letter.__name, 'letterbox.plain', letter.__id, '2026-03-02T00:00:00Z'],
      )
      assert.deepEqual([correspondent_number, sheets, comment], ['17-a', 3, 'by hand'])
    })

    it('selects by the id of the case and by days', async () => {
      assert.equal((await journal(server.call, { of_case: found.id })).length, 3)
      const march = await journal(server.call, { since: '2026-03-01', until: '2026-03-04' })
      assert.deepEqual(
        march.map(({ seq }) => seq),
        [1],
      )
    })

    it('shows the cases of the offices that the caller may see', async () => {
      assert.equal((await journal(registrar.call)).length, 3)
      assert.deepEqual(await journal(outsider.call), [])
    })
  })

  describe('the report "nomenclature"', () => {
    const ofCase = (call: Call) => rows(call, 'nomenclature', { index, of_year: found.year })

    it('counts the registrations of each case', async () => {
      const [row, ...others] = await ofCase(registrar.call)
      const { name, state, registered, reserved, annulled, last_registered_on, case_id } = row!
      assert.deepEqual([name, state, case_id, others], ['Letters', 'active', found.id, []])
      assert.deepEqual([registered, reserved, annulled, last_registered_on], [1, 1, 1, '2026-03-02T00:00:00Z'])
    })

    it('has cases without registrations, and no cases of other offices', async () => {
      const empty = await caseWith(server.call, {}, { index: `e-${newId()}` })
      const [row] = await rows(server.call, 'nomenclature', { case_id: empty.id })
      assert.deepEqual([row!.registered, row!.last_registered_on], [0, null])
      assert.deepEqual(await ofCase(outsider.call), [])
    })
  })

  it('the names of documents are hidden from callers who cannot see the documents', async () => {
    const hidden = await aLetter(server.call, {}, 'secret')
    await server.call('POST', registrations, bodyOf(hidden, found.id, {}, 'secret')).then(assertDone)
    const nameIn = async (call: Call) => (await journal(call)).find(({ document }) => document === hidden.__id)!
    assert.equal((await nameIn(server.call)).document_name, hidden.__name)
    assert.equal((await nameIn(registrar.call)).document_name, null)
  })

  it('registrations by week: counts them by the Monday of the week, for those who see the case', async () => {
    const weeks = async (call: Call) => {
      const found = await rows(call, 'registrations_by_week', { since: '2026-03-01', until: '2026-03-10' })
      return found.map(({ week, registered, annulled }) => [week.slice(0, 10), registered, annulled])
    }
    assert.deepEqual(await weeks(registrar.call), [['2026-03-02', 1, 1]])
    assert.deepEqual(await weeks(outsider.call), [])
  })
})
