import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertDone, assertRefused, made, startEverything, things } from '../../../../test/everything.ts'
import { aMatter, type Guarded, matters, startGuarded } from '../../../../test/guarded.ts'
import type { Body, Call } from '../../../../test/platform.ts'

const missing = '0b6f7b2e-2f0f-4f5a-9c53-0123456789ab'

async function capabilities(call: Call, path: string): Promise<Body> {
  const answer = await call('GET', `/api/v1/elements/${path}/capabilities`)
  assertDone(answer)
  return answer.body
}

const allowed = ({ statuses }: Body): string[] =>
  statuses.filter(({ isAllowed }: Body) => isAllowed).map(({ code }: Body) => code)

describe('the capabilities of an element', () => {
  let law: Guarded
  before(async () => {
    law = await startGuarded()
  })
  after(() => law[Symbol.asyncDispose]())

  const of = (call: Call, { __id }: Body) => capabilities(call, `law/matters/${__id}`)

  it('are those of the rules: all for a partner, reading for a clerk, and none for an outsider', async () => {
    const matter = await aMatter(law.call, { title: 'one' })
    const partner = await of(law.partner.call, matter)
    assert.deepEqual(partner.rights, ['view', 'edit', 'delete', 'export', 'access'])
    assert.deepEqual([partner.readOnlyFields, allowed(partner)], [[], ['draft', 'public']])
    const clerk = await of(law.clerk.call, matter)
    assert.deepEqual([clerk.rights, allowed(clerk)], [['view'], []])
    assert.match(clerk.statuses[0].reason, /you may not edit this element of law\.matters/)
    assert.deepEqual(clerk.readOnlyFields.includes('title'), true)
    assert.deepEqual(clerk.readOnlyFields.includes('secret'), false, 'a field that the caller cannot see is not named')
    const answer = await law.outsider.call('GET', `/api/v1/elements/law/matters/${matter.__id}/capabilities`)
    assertRefused(answer, 404, 'element.not_found', /not found/)
    const hidden = await aMatter(law.call, { title: 'two', kind: 'closed' })
    const refused = await law.clerk.call('GET', `/api/v1/elements/law/matters/${hidden.__id}/capabilities`)
    assertRefused(refused, 404, 'element.not_found', /not found/)
  })

  it('name as read-only exactly the fields whose change is refused', async () => {
    const owned = await aMatter(law.call, { title: 'three', owner: [law.clerk.id] })
    const { readOnlyFields, rights } = await of(law.clerk.call, owned)
    assert.deepEqual(rights, ['view', 'edit', 'access'])
    const values = { title: 'a', kind: 'closed', fee: 7, remark: 'r', verdict: 'v' }
    for (const [field, value] of Object.entries(values)) {
      const context = { [field]: value }
      const { status } = await law.clerk.call('POST', `${matters}/${owned.__id}/update`, { context })
      assert.equal(status, readOnlyFields.includes(field) ? 403 : 200, field)
    }
    assert.deepEqual(readOnlyFields.sort(), ['fee', 'verdict'])
  })
})

it('the allowed statuses of an element are those that the status graph accepts', async () => {
  await using all = await startEverything()
  const thing = await made(all.call, things, { title: 'Pump' })
  for (const { status, reversible } of [
    { status: 'review', reversible: ['review'] },
    { status: 'done', reversible: ['draft'] },
  ]) {
    const { statuses, readOnlyFields } = await capabilities(all.call, `all/things/${thing.__id}`)
    assert.deepEqual(readOnlyFields, ['__name'], 'a template makes the name')
    const isReversible = statuses.filter((each: Body) => each.isReversible).map(({ code }: Body) => code)
    assert.deepEqual(isReversible, reversible, 'the present status can follow')
    for (const { code, isAllowed, obstacle, reason } of statuses) {
      assert.equal(obstacle, isAllowed ? null : 'order')
      if (isAllowed) continue
      const answer = await all.call('POST', `${things}/${thing.__id}/set-status`, { status: { code } })
      assertRefused(answer, 400, 'element.status_not_allowed', /can't follow/)
      assert.equal(answer.body.error, reason)
    }
    assertDone(await all.call('POST', `${things}/${thing.__id}/set-status`, { status: { code: status } }))
  }
  const path = `/api/v1/elements/all/things/${missing}/capabilities`
  assertRefused(await all.call('GET', path), 404, 'element.not_found', /not found/)
})
