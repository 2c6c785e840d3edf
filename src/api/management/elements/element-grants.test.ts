import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertDone, assertRefused, item, listed } from '../../../../test/everything.ts'
import { aMatter, type Guarded, matters, startGuarded, vault } from '../../../../test/guarded.ts'
import type { Body, Call } from '../../../../test/platform.ts'

let law: Guarded
let matter: Body
before(async () => {
  law = await startGuarded()
  matter = await aMatter(law.call, { title: 'one', kind: 'closed' })
})
after(() => law[Symbol.asyncDispose]())

const seen = async (call: Call, path: string): Promise<number> => (await listed(call, path, { size: 0 })).total

describe('rights to a single element', () => {
  const grants = (id: string) => `/api/v1/elements/law/matters/${id}/grants`
  const give = (call: Call, id: string, subject: string, rights: string[]) =>
    call('PUT', `${grants(id)}/${subject}`, { rights, comment: 'for the review' })

  it('are added to all rules until they are revoked', async () => {
    assert.equal(await seen(law.clerk.call, matters), 0)
    assertDone(await give(law.partner.call, matter.__id, law.clerk.id, ['edit']))
    await waitForGrantReload()
    assert.equal(await seen(law.clerk.call, matters), 1)
    assertDone(await law.clerk.call('POST', `${matters}/${matter.__id}/update`, { context: { title: 'reviewed' } }))
    const { body } = await law.partner.call('GET', grants(matter.__id))
    assert.deepEqual(
      body.grants.map(({ name, rights, comment }: Body) => [name, rights, comment]),
      [['clerk', ['edit'], 'for the review']],
    )
    assertDone(await law.partner.call('DELETE', `${grants(matter.__id)}/${law.clerk.id}`))
    await waitForGrantReload()
    assert.equal(await seen(law.clerk.call, matters), 0)
    const again = await law.partner.call('DELETE', `${grants(matter.__id)}/${law.clerk.id}`)
    assertRefused(again, 404, 'access.grant_not_found', /there is no grant/)
  })

  it('are in the audit log with the previous grant, even when they are changed concurrently', async () => {
    const own = await aMatter(law.call, { title: 'much shared' })
    const one = (comment: string) =>
      law.call('PUT', `${grants(own.__id)}/${law.clerk.id}`, { rights: ['view'], comment })
    for (const answer of await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map(one))) assertDone(answer)
    const object = `grant:law.matters/${own.__id}/${law.clerk.id}`
    const { body } = await law.call('GET', `/api/v1/audit?object=${object}`)
    const said = (body.entries as Body[]).map(({ before, after }) => [before?.comment, after.comment]).reverse()
    assert.equal(said.length, 6)
    for (const [place, [before]] of said.entries()) assert.equal(before, said[place - 1]?.[1])
  })

  it('can be given to groups, and for applications that the subject does not know otherwise', async () => {
    const context = { title: 'treasure' }
    const { __id } = item(await law.call('POST', `${vault}/create`, { context }))
    assertRefused(await law.clerk.call('GET', `${vault}/${__id}/get`), 404, 'application.not_found', /not found/)
    const { body } = await law.call('POST', '/pub/v1/scheme/groups/list', { filter: { tf: { code: 'clerks' } } })
    const group = body.result.result[0].__id
    assertDone(await law.call('PUT', `/api/v1/elements/crypt/vault/${__id}/grants/${group}`, { rights: ['view'] }))
    await waitForGrantReload()
    assert.equal(item(await law.clerk.call('GET', `${vault}/${__id}/get`)).title, 'treasure')
    assert.equal(await seen(law.clerk.call, vault), 1)
  })

  it('can be given only by users who have the right to, and only up to their own rights', async () => {
    const own = await aMatter(law.call, { title: 'owned', kind: 'closed', owner: [law.outsider.id] })
    // The rule for owners gives edit and access. Owners can therefore grant view, edit and access, but not delete.
    assertDone(await give(law.outsider.call, own.__id, law.clerk.id, ['view']))
    const higher = await give(law.outsider.call, own.__id, law.clerk.id, ['view', 'delete'])
    assertRefused(higher, 403, 'access.too_high', /cannot grant the right delete/)
    const upward = await give(law.outsider.call, own.__id, law.outsider.id, ['delete'])
    assertRefused(upward, 403, 'access.too_high', /cannot grant the right delete/)
    await waitForGrantReload()
    assertRefused(
      await give(law.clerk.call, own.__id, law.clerk.id, ['edit']),
      403,
      'auth.not_allowed',
      /^you may not see or change who has access to this element of law.matters$/,
    )
    const unseen = await give(law.clerk.call, matter.__id, law.clerk.id, ['edit'])
    assertRefused(unseen, 404, 'element.not_found', /not found/)
    const nobody = await give(law.partner.call, own.__id, '0b6f7b2e-2f0f-4f5a-9c53-0123456789ab', ['view'])
    assertRefused(nobody, 400, 'access.unknown_subject', /no user, group or item/)
  })
})

/** Waits until the server has reloaded the user of a token with groups and grants, which takes up to a second. */
const waitForGrantReload = () => new Promise((resolve) => setTimeout(resolve, 1_000))
