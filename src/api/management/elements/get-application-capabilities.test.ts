import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused, startEverything } from '../../../../test/everything.ts'
import { startGuarded } from '../../../../test/guarded.ts'
import type { Body, Call } from '../../../../test/platform.ts'

async function capabilities(call: Call, path: string): Promise<Body> {
  const answer = await call('GET', `/api/v1/elements/${path}/capabilities`)
  assertDone(answer)
  return answer.body
}

const allowed = ({ statuses }: Body): string[] =>
  statuses.filter(({ isAllowed }: Body) => isAllowed).map(({ code }: Body) => code)

it('are the rights that hold for some elements, the first statuses, and the fields that can never be written', async () => {
  await using law = await startGuarded()
  const clerk = await capabilities(law.clerk.call, 'law/matters')
  assert.deepEqual(clerk.rights, ['view', 'create', 'edit', 'delete', 'access'])
  assert.deepEqual([allowed(clerk), clerk.readOnlyFields], [['draft'], ['fee', 'verdict']])
  assert.match(clerk.statuses[1].reason, /new elements begin with the status "Draft"/)
  const importer = await capabilities(law.importer.call, 'law/matters')
  assert.ok(importer.rights.includes('import'))
  const outsider = await capabilities(law.outsider.call, 'law/matters')
  assert.match(outsider.statuses[0].reason, /you may not create such an element in law\.matters/)
  assert.ok(outsider.readOnlyFields.includes('title'))
  const vault = await law.outsider.call('GET', '/api/v1/elements/crypt/vault/capabilities')
  assertRefused(vault, 404, 'application.not_found', /not found/)
})

it('allow the first status of each group, and no name where a template makes it', async () => {
  await using all = await startEverything()
  const { statuses, readOnlyFields } = await capabilities(all.call, 'all/things')
  assert.deepEqual([allowed({ statuses }), readOnlyFields], [['draft', 'broken'], ['__name']])
})
