import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { grant, management } from '../../v1/nomenclature/nomenclature.fixture.ts'
import { aLetter, bodyOf, caseWith, registered, registrations, useLetterbox } from '../registrations/letters.fixture.ts'

const server = useLetterbox()

it('is a page with every number in its order, annulled ones struck through', async () => {
  const { id } = await caseWith(
    server.call,
    { template: '{case.index}/{seq}' },
    { index: '01-03', name: 'Letters <b>' },
  )
  const card = { correspondentNumber: '17', correspondentDate: '2026-01-31', sheets: 4, comment: 'a & b' }
  const [first] = [await registered(server.call, id, { card }), await registered(server.call, id)]
  assertDone(await server.call('POST', `${registrations}/${first.id}/annul`, { reason: 'twice' }))
  const answer = await server.call('GET', `${management}/${id}/journal`)
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8')
  assert.match(answer.headers.get('content-security-policy')!, /^default-src 'none'; style-src 'unsafe-inline';/)
  const page = String(answer.body)
  assert.match(page, /<h1>Registration journal: 01-03 Letters &lt;b&gt;/)
  assert.match(
    page,
    /<td class="annulled">01-03\/1<\/td>[\s\S]*<td>17, 2026-01-31<\/td><td>4<\/td>[\s\S]*annulled: twice; a &amp; b[\s\S]*<td>01-03\/2<\/td>/,
  )
  assert.match(page, /2 lines, 1 of them annulled/)
  assert.match(page, /counter\(page\)/, 'printed pages are numbered')
  const verified = await server.call('GET', '/api/v1/audit/verify/journals')
  assertDone(verified)
  assert.match(page, /Seal after row 3: <code>[0-9a-f]{64}<\/code>/)
})

it('can be limited to days, and shows documents to callers who may see them only', async () => {
  const made = await caseWith(server.call)
  await registered(server.call, made.id, { date: '2024-01-05' })
  const letter = await aLetter(server.call)
  assertDone(await server.call('POST', registrations, bodyOf(letter, made.id, { date: '2024-02-05' })))
  const lines = async (query: string) =>
    String((await server.call('GET', `${management}/${made.id}/journal?${query}`)).body).match(/<tr><td>/g)?.length
  assert.deepEqual(
    [await lines(''), await lines('from=2024-02-01'), await lines('to=2024-01-31'), await lines('from=2024-03-01')],
    [2, 1, 1, undefined],
  )
  assertRefused(
    await server.call('GET', `${management}/${made.id}/journal?from=2024-02-30`),
    400,
    'registration.wrong_date',
    /from/,
  )
  const user = await server.user()
  const print = () => user.call('GET', `${management}/${made.id}/journal`)
  assertRefused(await print(), 404, 'nomenclature.not_found', /not found/)
  await grant(server.call, made.officeId, user.id, ['view'])
  assert.equal((await print()).status, 200)
})
