import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { aCase, anOffice, grant, nomenclature } from './nomenclature.fixture.ts'

const server = useServer()

it('lists the cases of the offices that the caller may see', async () => {
  const office = await anOffice(server.call)
  const made = await aCase(server.call, { directoryId: office.id, index: '01-01' })
  await aCase(server.call)
  const user = await server.user()
  const list = async (query: object) => {
    const answer = await user.call('GET', `${nomenclature}?query=${encodeURIComponent(JSON.stringify(query))}`)
    assertDone(answer)
    return answer.body.result
  }
  assert.equal((await list({})).total, 0)
  await grant(server.call, office.id, user.id, ['view'])
  assert.deepEqual(await list({}), { result: [made], total: 1 })
  assert.equal((await list({ filter: { tf: { docflow: 'output' } } })).total, 0)
  assert.equal((await list({ filter: { tf: { index: '01' } } })).total, 1)
  assert.equal((await list({ filter: { tf: { directoryId: office.id }, eql: undefined } })).total, 1)
})

it('refuses a sort by a field that does not exist', async () => {
  const answer = await server.call('GET', `${nomenclature}?query={"sortExpressions":[{"field":"indx"}]}`)
  assertRefused(answer, 400, 'query.unknown_field', /index/)
})
