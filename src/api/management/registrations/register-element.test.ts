import assert from 'node:assert/strict'
import { it } from 'node:test'
import { idle, upload } from '../../../../test/contract/matrix/imports.ts'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { groupIdOf } from '../../../people/index.ts'
import { aCase, anOffice, aSection, grant, management } from '../../v1/nomenclature/nomenclature.fixture.ts'
import {
  aLetter,
  bodyOf,
  caseWith,
  letters,
  registered,
  registrations,
  uploadText,
  useLetterbox,
} from './letters.fixture.ts'

const server = useLetterbox()
const register = (body: object, call = server.call) => call('POST', registrations, body)
const item = async (code: string, id: string): Promise<Body> =>
  (await server.call('GET', `${letters(code)}/${id}/get`)).body.item

it('gives the next number, and writes it to the element', async () => {
  const { id: caseId } = await caseWith(server.call, { template: '{seq}-a' })
  const letter = await aLetter(server.call)
  const answer = await register(bodyOf(letter, caseId, { card: { sheets: 3, correspondentNumber: '17/b' } }))
  assertDone(answer)
  const { number, status, seq, element, card, nomenclatureId } = answer.body.item
  assert.deepEqual([number, status, seq, nomenclatureId], ['1-a', 'registered', 1, caseId])
  assert.deepEqual(element, { namespace: 'letterbox', code: 'plain', id: letter.__id })
  assert.deepEqual(card, { sheets: 3, correspondentNumber: '17/b' })
  assert.equal((await registered(server.call, caseId)).number, '2-a')
  const after = await item('plain', letter.__id)
  assert.equal(after.__register_name, '1-a')
  const history = await server.call('GET', `/api/v1/elements/letterbox/plain/${letter.__id}/history`)
  assert.equal(history.body.result.total, 2)
  const found = await server.call('POST', `${letters()}/list`, {
    filter: { tf: { __register_name: '1-a', __id: letter.__id } },
  })
  assert.equal(found.body.result.total, 1)
})

it('fills in the tokens of the template from the case, the day and the element', async () => {
  const office = await anOffice(server.call, { code: 'MSK' })
  const section = await aSection(server.call, office.id, { code: '02' })
  const template =
    '{office.code}/{directory.code}/{case.index}/{yyyy}-{mm}-{dd}/{docflow}/{app.code}/{field:kind}/{author.unit}/{seq:000}'
  const { id: caseId } = await aCase(server.call, {
    directoryId: section.id,
    index: '02-01',
    registrationSettings: { template },
  })
  const letter = await aLetter(server.call, { kind: [{ code: 'A' }] })
  const answer = await register(bodyOf(letter, caseId))
  assertDone(answer)
  const { number, date } = answer.body.item
  assert.equal(number, `MSK/02/02-01/${date}/input/plain/A/001`)
})

it('gives every number once under concurrent requests, also when numbers were typed before', async () => {
  const { id: caseId } = await caseWith(server.call, { editAfterRegistration: true })
  const first = await registered(server.call, caseId)
  assertDone(
    await server.call('POST', `${registrations}/${first.id}/correct`, { number: '4', reason: 'typing mistake' }),
  )
  const all = await Promise.all(Array.from({ length: 12 }, () => registered(server.call, caseId)))
  const numbers = all.map(({ number }) => Number(number)).sort((a, b) => a - b)
  assert.deepEqual(numbers, [2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14])
})

it('shares the counter of another case, with templates of their own', async () => {
  const owner = await caseWith(server.call, { template: 'A-{seq}' })
  const sharing = await caseWith(
    server.call,
    { template: 'B-{seq}', through: true, throughSerialId: owner.id },
    { directoryId: owner.directoryId },
  )
  assert.equal((await registered(server.call, owner.id)).number, 'A-1')
  assert.equal((await registered(server.call, sharing.id)).number, 'B-2')
  assert.equal((await registered(server.call, owner.id)).number, 'A-3')
})

it('takes back the number when the registration is refused', async () => {
  const { id: caseId } = await caseWith(server.call)
  await registered(server.call, caseId)
  const letter = await aLetter(server.call)
  assertRefused(await register(bodyOf(letter, caseId, { previousId: newId() })), 400, 'input.wrong', /previousId/)
  assert.equal((await registered(server.call, caseId)).number, '2')
})

it('registers an element in several cases, and again in the same case only on purpose', async () => {
  const [first, second] = [await caseWith(server.call), await caseWith(server.call)]
  const letter = await aLetter(server.call)
  const one = await register(bodyOf(letter, first.id))
  assertDone(one)
  assertDone(await register(bodyOf(letter, second.id)))
  assertRefused(await register(bodyOf(letter, first.id)), 409, 'registration.exists', /already/)
  const again = await register(bodyOf(letter, first.id, { previousId: one.body.item.id }))
  assertDone(again)
  assert.equal(again.body.item.previousId, one.body.item.id)
})

it('requires the fields and the file that the application asks for, unless the original is on paper', async () => {
  const { id: caseId } = await caseWith(server.call)
  const letter = await aLetter(server.call, { subject: null }, 'strict')
  const refused = await register(bodyOf(letter, caseId, {}, 'strict'))
  assertRefused(
    refused,
    400,
    'registration.incomplete',
    /fill in "subject", "scan"; for a document on paper, say where the paper is kept/,
  )
  assert.deepEqual(refused.body.fields, ['subject', 'scan'])
  assert.equal((await item('strict', letter.__id)).__statusCode, 'draft')
  const paper = await aLetter(server.call, {}, 'strict')
  const answer = await register(bodyOf(paper, caseId, { card: { paperAt: 'archive, shelf 7' } }, 'strict'))
  assertDone(answer)
  assert.equal(answer.body.item.number, '1')
  const hash = await upload(server.call)
  const scanned = await aLetter(server.call, { scan: [{ hash, name: 'scan.csv' }] }, 'strict')
  const withFile = await register(bodyOf(scanned, caseId, {}, 'strict'))
  assertDone(withFile)
  assert.deepEqual([withFile.body.item.fileId, withFile.body.item.fileVersion], [scanned.scan[0], 1])
  assert.match(withFile.body.item.fileSha256, /^[0-9a-f]{64}$/)
  assert.equal((await item('strict', scanned.__id)).__statusCode, 'registered')
})

it('locks the identity fields until the registration is annulled', async () => {
  const { id: caseId } = await caseWith(server.call)
  const letter = await aLetter(server.call, {}, 'strict')
  const done = await register(bodyOf(letter, caseId, { card: { paperAt: 'here' } }, 'strict'))
  assertDone(done)
  const update = (context: object) => server.call('POST', `${letters('strict')}/${letter.__id}/update`, { context })
  const refused = await update({ subject: 'another' })
  assertRefused(refused, 409, 'element.registered', /"subject" cannot be changed/)
  assert.equal(refused.body.field, 'subject')
  assertDone(await update({ subject: letter.subject, sent: '2026-01-01T00:00:00Z' }))
  assertDone(await server.call('POST', `${registrations}/${done.body.item.id}/annul`, { reason: 'wrong case' }))
  assertDone(await update({ subject: 'another' }))
})

it('locks the identity fields against imports as well', async () => {
  const { id: caseId } = await caseWith(server.call)
  const externalId = newId()
  const letter = await aLetter(server.call, { __externalId: externalId }, 'strict')
  assertDone(await register(bodyOf(letter, caseId, { card: { paperAt: 'here' } }, 'strict')))
  const fileHash = await uploadText(server.call, `__externalId,subject\n${externalId},another\n`)
  assertDone(
    await server.call('POST', `${letters('strict')}/import`, { fileHash, mode: 'upsert', key: ['__externalId'] }),
  )
  await idle(server as never, letters('strict'))
  const { status } = (await server.call('POST', `${letters('strict')}/import/status`, {})).body
  assert.deepEqual([status.failed, status.errors[0].code], [1, 'element.registered'])
  assert.equal((await item('strict', letter.__id)).subject, letter.subject)
})

it('is refused where the application does not allow it', async () => {
  const { id: caseId, officeId } = await caseWith(server.call, {}, { index: '01-76' })
  const off = 'registration.off'
  for (const code of ['switched_off', 'unregistered'])
    assertRefused(
      await register(bodyOf(await aLetter(server.call, {}, code), caseId, {}, code)),
      409,
      off,
      /not registered/,
    )
  const limited = await aLetter(server.call, {}, 'limited')
  assertRefused(await register(bodyOf(limited, caseId, {}, 'limited')), 409, off, /in 01-77 only/)
  const clerk = await server.user()
  await grant(server.call, officeId, clerk.id, ['register'])
  const not = 'registration.not_allowed'
  assertRefused(await register(bodyOf(limited, caseId, {}, 'limited'), clerk.call), 403, not, /letterbox.clerks only/)
  const own = await aLetter(server.call, {}, 'by_process')
  assertRefused(await register(bodyOf(own, caseId, {}, 'by_process'), clerk.call), 403, not, /processes only/)
  const right = await aCase(server.call, { directoryId: officeId, index: '01-77' })
  assertDone(
    await server.call('POST', `/pub/v1/scheme/groups/${groupIdOf('letterbox', 'clerks')}/add-items`, [clerk.id]),
  )
  await new Promise((resolve) => setTimeout(resolve, 1100))
  assertDone(await register(bodyOf(limited, right.id, {}, 'limited'), clerk.call))
})

it('needs the right to the office and access to the element', async () => {
  const made = await caseWith(server.call)
  const letter = await aLetter(server.call)
  const user = await server.user()
  assertRefused(await register(bodyOf(letter, made.id), user.call), 404, 'nomenclature.not_found', /case/)
  await grant(server.call, made.officeId, user.id, ['view'])
  assertRefused(await register(bodyOf(letter, made.id), user.call), 403, 'nomenclature.not_allowed', /"register"/)
  await grant(server.call, made.officeId, user.id, ['register'])
  assertRefused(
    await register({ ...bodyOf(letter, made.id), id: newId() }, user.call),
    404,
    'element.not_found',
    /not found/,
  )
  const yesterday = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10)
  assertRefused(
    await register(bodyOf(letter, made.id, { date: yesterday }), user.call),
    403,
    'nomenclature.not_allowed',
    /"backdate"/,
  )
  assertDone(await register(bodyOf(letter, made.id), user.call))
  await grant(server.call, made.officeId, user.id, ['backdate'])
  const late = await register(bodyOf(await aLetter(server.call), made.id, { date: yesterday }), user.call)
  assertDone(late)
  assert.equal(late.body.item.date, yesterday)
  assert.match(late.body.warnings[0], /is before .* the date of an earlier number/)
})

it('counts in the period of the registration date', async () => {
  const { id: caseId } = await caseWith(server.call, { template: '{yy}/{seq}', resetInPeriod: true })
  const inYear = (year: number) => registered(server.call, caseId, { date: `${year}-06-01` })
  assert.equal((await inYear(2024)).number, '24/1')
  assert.equal((await inYear(2025)).number, '25/1')
  assert.equal((await inYear(2024)).number, '24/2')
})

it('refuses wrong dates, numbers and cases', async () => {
  const { id: caseId } = await caseWith(server.call)
  const letter = await aLetter(server.call)
  const attempt = (more: object) => register(bodyOf(letter, caseId, more))
  assertRefused(await attempt({ date: '2026-02-30' }), 400, 'registration.wrong_date', /day such as/)
  assertRefused(await attempt({ date: '2999-01-01' }), 400, 'registration.wrong_date', /future/)
  assertRefused(await attempt({ number: '7' }), 400, 'registration.wrong_number', /makes its numbers from a template/)
  assertRefused(await attempt({ caseId: newId() }), 404, 'nomenclature.not_found', /case/)
  assertDone(await server.call('POST', `${management}/${caseId}/state`, { state: 'closed' }))
  assertRefused(await attempt({}), 409, 'registration.case_closed', /is closed/)
})

it('takes typed numbers, each once in a period', async () => {
  const { id: caseId } = await caseWith(server.call, { templateEnabled: false, resetInPeriod: true })
  assert.equal((await registered(server.call, caseId, { number: ' 12  a ' })).number, '12 a')
  const twice = await register(bodyOf(await aLetter(server.call), caseId, { number: '12 a' }))
  assertRefused(twice, 409, 'registration.number_taken', /"12 a" is already used/)
  const none = await register(bodyOf(await aLetter(server.call), caseId))
  assertRefused(none, 400, 'registration.wrong_number', /are typed/)
  assert.equal((await registered(server.call, caseId, { number: '12 a', date: '2020-01-01' })).number, '12 a')
})
