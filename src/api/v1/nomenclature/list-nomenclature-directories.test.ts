import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { anOffice, aSection, grant, nomenclature } from './nomenclature.fixture.ts'

const server = useServer()

it('lists the offices that the caller may see, with their sections', async () => {
  const [office, other] = [await anOffice(server.call), await anOffice(server.call)]
  const section = await aSection(server.call, office.id, { name: 'A section' })
  const user = await server.user()
  const list = async (query: object) => {
    const answer = await user.call(
      'GET',
      `${nomenclature}/directory?query=${encodeURIComponent(JSON.stringify(query))}`,
    )
    assertDone(answer)
    return answer.body.result
  }
  assert.deepEqual(await list({}), { result: [], total: 0 })
  await grant(server.call, office.id, user.id, ['view'])
  const found = await list({ sortExpressions: [{ field: 'type', ascending: true }] })
  assert.deepEqual(
    found.result.map(({ id }: { id: string }) => id),
    [office.id, section.id],
  )
  assert.deepEqual((await list({ ids: [other.id] })).total, 0)
  assert.equal((await list({ filter: { tf: { name: 'a SECT' } } })).total, 1)
})

it('says on request which rights the caller has to the office', async () => {
  const office = await anOffice(server.call)
  await aSection(server.call, office.id, { name: 'A section of clerks' })
  const clerk = await server.user()
  await grant(server.call, office.id, clerk.id, ['register'])
  const rightsOf = async ({ call }: Pick<typeof clerk, 'call'>) => {
    const query = { filter: { tf: { officeId: office.id } }, fields: { '*': true, rights: true } }
    const answer = await call('GET', `${nomenclature}/directory?query=${encodeURIComponent(JSON.stringify(query))}`)
    assertDone(answer)
    return answer.body.result.result.map(({ rights }: { rights: string[] }) => rights)
  }
  assert.deepEqual(await rightsOf(clerk), [
    ['view', 'register'],
    ['view', 'register'],
  ])
  const all = ['view', 'register', 'backdate', 'administer']
  assert.deepEqual(await rightsOf(server), [all, all])
})

it('refuses a filter by a field that does not exist', async () => {
  const answer = await server.call('GET', `${nomenclature}/directory?query={"filter":{"tf":{"nam":"a"}}}`)
  assertRefused(answer, 400, 'query.unknown_field', /did you mean "name"/)
})
