import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import type { Answer } from '../../../../test/platform.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { systemCaller } from '../../../people/index.ts'
import { createLists } from '../../../query/index.ts'
import { createRegistry } from '../../../records/index.ts'
import { management } from '../../v1/nomenclature/nomenclature.fixture.ts'
import {
  aLetter,
  bodyOf,
  caseWith,
  letters,
  registered,
  registrations,
  useLetterbox,
  verified,
} from './letters.fixture.ts'

const server = useLetterbox()
const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))
const register = (body: object, headers = {}) => server.call('POST', registrations, body, headers)
const numberOf = ({ number }: { number: string }) => Number(number)

const inCase = (caseId: string): string =>
  encodeURIComponent(JSON.stringify({ size: 200, filter: { tf: { nomenclatureId: caseId } } }))

/** Asserts that a case has the numbers 1 to n, each once, and that its journal verifies. */
async function assertGapless(caseId: string, count: number): Promise<void> {
  const { result } = (await server.call('GET', `${registrations}?query=${inCase(caseId)}`)).body.result
  const numbers = result.map(numberOf).sort((one: number, other: number) => one - other)
  assert.deepEqual(
    numbers,
    Array.from({ length: count }, (_, index) => index + 1),
  )
  // A case without registrations has no journal.
  if (count > 0) assert.deepEqual((await verified(server.call, caseId)).problems, [])
}

it('gives one sequence of numbers to elements of several applications and to reservations', async () => {
  const { id: caseId } = await caseWith(server.call, { reserveEnabled: true })
  await times(24, async (index) => {
    if (index % 3 === 0) return assertDone(await server.call('POST', `${management}/${caseId}/reserve`, {}))
    if (index % 3 === 1) return registered(server.call, caseId)
    const letter = await aLetter(server.call, {}, 'strict')
    const answer = await register(bodyOf(letter, caseId, { card: { paperAt: 'shelf 4' } }, 'strict'))
    assertDone(answer)
    const { item } = (await server.call('GET', `${letters('strict')}/${letter.__id}/get`)).body
    assert.deepEqual([item.__register_name, item.__statusCode], [answer.body.item.number, 'registered'])
  })
  await assertGapless(caseId, 24)
})

it('refuses some of many requests without an effect on the others', async () => {
  const { id: caseId } = await caseWith(server.call)
  const before = await aLetter(server.call)
  assertDone(await register(bodyOf(before, caseId)))
  const answers = await times(16, async (index) =>
    register(bodyOf(index % 4 === 0 ? before : await aLetter(server.call), caseId)),
  )
  const [refused, done] = [answers.filter((_, index) => index % 4 === 0), answers.filter((_, index) => index % 4 !== 0)]
  for (const answer of refused) assertRefused(answer, 409, 'registration.exists', /already/)
  for (const answer of done) assertDone(answer)
  await assertGapless(caseId, 13)
})

it('leaves out numbers that are typed while others are given', async () => {
  const { id: caseId } = await caseWith(server.call, { editAfterRegistration: true })
  const first = await registered(server.call, caseId)
  const correct = (number: string) =>
    server.call('POST', `${registrations}/${first.id}/correct`, { number, reason: 'typing mistake' })
  const [all] = await Promise.all([
    times(12, () => registered(server.call, caseId)),
    correct('6').then(
      (answer) => answer.status === 200 || assertRefused(answer, 409, 'registration.number_taken', /"6"/),
    ),
  ])
  assert.equal(new Set(all.map(({ number }) => number)).size, 12)
})

it('registers one element in one case once, and in several cases once each', async () => {
  const cases = await times(6, () => caseWith(server.call))
  const letter = await aLetter(server.call)
  for (const answer of await times(6, (index) => register(bodyOf(letter, cases[index]!.id)))) assertDone(answer)
  const history = await server.call('GET', `/api/v1/elements/letterbox/plain/${letter.__id}/history`)
  assert.equal(history.body.result.total, 7)
  const other = await aLetter(server.call)
  const answers = await times(6, () => register(bodyOf(other, cases[0]!.id)))
  const done = answers.filter(({ status }) => status === 200)
  assert.equal(done.length, 1)
  for (const answer of answers) if (!done.includes(answer)) assertRefused(answer, 409, 'registration.exists', /already/)
})

it('gives one number to a request that is sent several times with one key', async () => {
  const { id: caseId } = await caseWith(server.call)
  const letter = await aLetter(server.call)
  const key = { 'idempotency-key': newId() }
  const others = times(4, () => registered(server.call, caseId))
  const answers = await times(4, () => register(bodyOf(letter, caseId), key))
  for (const answer of answers) assertDone(answer)
  assert.equal(new Set(answers.map(({ body }) => body.item.id)).size, 1)
  await others
  await assertGapless(caseId, 5)
})

it('registers nothing in a case after it was closed', async () => {
  const { id: caseId } = await caseWith(server.call)
  const made = await times(16, () => aLetter(server.call))
  const requests = made.map((letter) => register(bodyOf(letter, caseId)))
  assertDone(await server.call('POST', `${management}/${caseId}/state`, { state: 'closed' }))
  const { result: counted } = (await server.call('GET', `${registrations}?query=${inCase(caseId)}`)).body
  const answers: Answer[] = await Promise.all(requests)
  const done = answers.filter(({ status }) => status === 200)
  for (const answer of answers)
    if (!done.includes(answer)) assertRefused(answer, 409, 'registration.case_closed', /closed/)
  assert.equal(done.length, counted.total)
  await assertGapless(caseId, counted.total)
})

it('gives one sequence of numbers on several nodes', async () => {
  const { id: caseId } = await caseWith(server.call)
  const { database, context } = server.running().platform
  const { apps, clock, people } = context
  const caller = systemCaller(await people.administrator())
  const nodes = Array.from({ length: 4 }, () =>
    createRegistry({ database, clock, apps, lists: createLists(database.reader), timeZone: 'UTC' }),
  )
  await times(40, async (index) => {
    const { __id: id } = await aLetter(server.call)
    const element = { namespace: 'letterbox', code: 'plain', id }
    await nodes[index % 4]!.registrations.register(caller, { element, caseId })
  })
  await assertGapless(caseId, 40)
})
