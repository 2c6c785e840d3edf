import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { useLetterbox } from './letters.fixture.ts'

const server = useLetterbox()

it('lists the applications whose elements a user can register, with the cases that they accept', async () => {
  const casesOf = async (call: typeof server.call): Promise<Record<string, unknown>> => {
    const answer = await call('GET', '/api/v1/registrable-applications')
    assertDone(answer)
    const own = answer.body.applications.filter(({ namespace }: Body) => namespace === 'letterbox')
    return Object.fromEntries(own.map(({ code, cases }: Body) => [code, cases]))
  }
  const clerk = await server.user()
  const ofClerk = await casesOf(clerk.call)
  assert.equal(ofClerk.plain, null)
  for (const code of ['limited', 'by_process', 'switched_off', 'unregistered']) assert.ok(!(code in ofClerk), code)
  assert.deepEqual((await casesOf(server.call)).limited, ['01-77'])
})
