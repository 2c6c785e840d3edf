import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertDone, assertRefused, item, listed } from '../../../../test/everything.ts'
import { aMatter, clients, type Guarded, matters, startGuarded, vault } from '../../../../test/guarded.ts'
import type { Body, Call } from '../../../../test/platform.ts'

let law: Guarded
let matter: Body
before(async () => {
  law = await startGuarded()
  matter = await aMatter(law.call, { title: 'one', kind: 'closed' })
})
after(() => law[Symbol.asyncDispose]())

const settingOfClients = '/api/v1/applications/law/clients/access'
const set = (setting: Body, path = settingOfClients) => law.call('PUT', path, setting)
const seen = async (call: Call, path: string): Promise<number> => (await listed(call, path, { size: 0 })).total

describe('the access settings of administrators', () => {
  it('restrict an application that the solution does not restrict, and can be removed', async () => {
    const context = { title: 'client' }
    const { __id } = item(await law.call('POST', `${clients}/create`, { context }))
    assert.equal(await seen(law.clerk.call, clients), 1)
    assertDone(await set({ elements: [{ to: [law.partner.id], may: ['view'] }] }))
    assert.equal(await seen(law.partner.call, clients), 1)
    assertRefused(await law.clerk.call('POST', `${clients}/list`, {}), 404, 'application.not_found', /not found/)
    // An empty list of rules differs from a missing list: an empty list gives nobody a right.
    assertDone(await set({ elements: [] }))
    assertRefused(await law.partner.call('GET', `${clients}/${__id}/get`), 404, 'application.not_found', /not found/)
    assertDone(await set({}))
    assert.equal(await seen(law.clerk.call, clients), 1)
  })

  it('hide an application from a user until the first grant for one of its elements, which takes effect immediately', async () => {
    const { __id } = item(await law.call('POST', `${clients}/create`, { context: { title: 'granted' } }))
    assertDone(await set({ elements: [] }))
    const get = () => law.partner.call('GET', `${clients}/${__id}/get`)
    assertRefused(await get(), 404, 'application.not_found', /not found/)
    const grant = `/api/v1/elements/law/clients/${__id}/grants/${law.partner.id}`
    assertDone(await law.call('PUT', grant, { rights: ['view'] }))
    assertDone(await get())
    assertDone(await law.call('DELETE', grant))
    assertRefused(await get(), 404, 'application.not_found', /not found/)
    assertDone(await set({}))
  })

  it('stay when the solution is applied again, and are returned beside the definition', async () => {
    const setting = { elements: [{ to: ['law.clerks'], may: ['view'], where: "[kind] = 'closed'" }] }
    assertDone(await set(setting, '/api/v1/applications/law/matters/access'))
    const { body } = await law.call('GET', '/api/v1/applications/law/matters/access')
    assert.deepEqual(body.setting, setting)
    assert.equal(body.definition.elements.length, 5)
    assert.equal(await seen(law.clerk.call, matters), 1)
    assertDone(await set({}, '/api/v1/applications/law/matters/access'))
    assert.equal(await seen(law.clerk.call, matters), 0)
  })

  it('open and close folders', async () => {
    const folder = '6f4b1a52-7c1d-4c37-9a51-0123456789ab'
    const context = { title: 'filed', __directory: folder }
    item(await law.call('POST', `${clients}/create`, { context }))
    const before = await seen(law.clerk.call, clients)
    const rules = { elements: [{ to: [law.partner.id], may: ['view'] }] }
    assertDone(await set({ folders: [{ folder, inherit: false, ...rules }] }))
    assert.deepEqual([await seen(law.clerk.call, clients), await seen(law.partner.call, clients)], [before - 1, before])
    assertDone(await set({ elements: [], folders: [{ folder, ...rules }] }))
    assert.equal(await seen(law.partner.call, clients), 1)
    assertDone(await set({}))
  })

  it('replace the visibility of a namespace', async () => {
    const path = '/api/v1/namespaces/crypt/access'
    assertDone(await set({ visibleTo: ['law.clerks'] }, path))
    assertDone(await law.clerk.call('POST', `${vault}/list`, {}))
    assertRefused(await law.partner.call('POST', `${vault}/list`, {}), 404, 'application.not_found', /not found/)
    assertDone(await set({}, path))
    assertDone(await law.partner.call('POST', `${vault}/list`, {}))
  })

  it('are refused when they name something that does not exist, and nothing changes', async () => {
    const rule = { to: ['everyone'], may: ['view'] }
    const cases: [Body, RegExp][] = [
      [
        { elements: [{ ...rule, to: ['law.nobody'] }] },
        /no user, group or item of the organisation chart "law.nobody"/,
      ],
      [{ elements: [{ ...rule, to: ['0b6f7b2e-2f0f-4f5a-9c53-0123456789ab'] }] }, /no user, group or item/],
      [{ elements: [{ ...rule, to: ['$titel'] }] }, /elements\[0\].to\[0\]: there is no field "titel"; did you mean/],
      [{ elements: [{ ...rule, to: ['$title'] }] }, /does not hold users, groups or positions/],
      [{ elements: [{ ...rule, to: ['someone'] }] }, /"someone" is not a subject/],
      [{ elements: [{ ...rule, where: '[titel] = 1' }] }, /elements\[0\].where: .*unknown field \[titel\]/],
      [{ elements: [{ ...rule, where: '[title] =' }] }, /elements\[0\].where/],
      [{ elements: [{ ...rule, where: ' ' }] }, /elements\[0\].where: is blank/],
      [{ elements: [{ ...rule, may: ['fly'] }] }, /may/],
      [{ visibleTo: ['author'] }, /depends on an element/],
      [{ fields: [{ fields: ['titel'], to: ['everyone'], may: ['read'] }] }, /there is no field "titel"/],
      [{ fields: [{ fields: ['title'], to: ['everyone'], may: ['read'], statuses: ['x'] }] }, /no status "x"/],
      [{ nonsense: true }, /unknown field "nonsense"/],
      [{ ['n'.repeat(900)]: true }, /unknown field "n{100}"/],
      [{ fields: [{ fields: ['f'.repeat(9000)], to: ['everyone'], may: ['read'] }] }, /there is no field "f{100}"/],
    ]
    for (const [setting, sentence] of cases) {
      const answer = await set(setting)
      assert.equal(answer.status, 400, JSON.stringify(answer.body))
      assert.match(answer.body.error, sentence)
    }
    assert.deepEqual((await law.call('GET', settingOfClients)).body.setting, {})
    const ofSection = await set({ elements: [rule] }, '/api/v1/namespaces/crypt/access')
    assertRefused(ofSection, 400, 'access.invalid', /a namespace accepts only "visibleTo"/)
  })
})

describe('a group or item that rules name', () => {
  it('cannot be deleted; the error lists the rules', async () => {
    const group = await law.call('POST', '/pub/v1/scheme/namespaces/global/groups', {
      __name: 'Guests',
      code: 'guests',
    })
    const { __id } = group.body.group
    const drop = () => law.call('DELETE', `/pub/v1/scheme/groups/${__id}`)
    assertDone(await set({ elements: [{ to: ['global.guests'], may: ['view'] }] }))
    assertRefused(await drop(), 400, 'group.in_use', /"Guests" is named in the rules of law.clients; remove it/)
    assertDone(await set({ elements: [{ to: [__id], may: ['view'] }] }))
    assertRefused(await drop(), 400, 'group.in_use', /the rules of law.clients/)
    assertDone(await set({ elements: [{ to: ['global.GUESTS'], may: ['view'] }] }))
    assertRefused(await drop(), 400, 'group.in_use', /the rules of law.clients/)
    assertDone(await set({ elements: [{ to: [__id.toUpperCase()], may: ['view'] }] }))
    assertRefused(await drop(), 400, 'group.in_use', /the rules of law.clients/)
    assertDone(await set({}))
    const grant = `/api/v1/elements/law/matters/${matter.__id}/grants/${__id}`
    assertDone(await law.call('PUT', grant, { rights: ['view'] }))
    assertRefused(await drop(), 400, 'group.in_use', /rights to 1 elements of law.matters/)
    assertDone(await law.call('DELETE', grant))
    assertDone(await drop())
  })
})

describe('the explanation of a right', () => {
  const explain = (call: Call, question: Record<string, string>) =>
    call('GET', `/api/v1/access/explain?${new URLSearchParams({ namespace: 'law', code: 'matters', ...question })}`)

  it('names the rule and the path into the group of the rule', async () => {
    const open = await aMatter(law.call, { title: 'open one' })
    const yes = await explain(law.call, { id: open.__id, right: 'view', userId: law.clerk.id })
    assertDone(yes)
    assert.equal(yes.body.allowed, true)
    assert.match(yes.body.because[0].sentence, /^law.clerks may view, create where \[kind\] = 'open' \(clerks\)$/)
    const no = await explain(law.call, { id: matter.__id, right: 'view', userId: law.clerk.id })
    assert.deepEqual([no.body.allowed, no.body.because], [false, []])
    assert.ok(no.body.but.some(({ sentence }: Body) => /law.partners may/.test(sentence)))
  })

  it('says for which elements the right exists, when no element is given', async () => {
    const scope = async (right: string, userId: string) => (await explain(law.call, { right, userId })).body.scope
    assert.equal(await scope('view', law.partner.id), 'all')
    assert.equal(await scope('view', law.clerk.id), 'some')
    assert.equal(await scope('import', law.clerk.id), 'none')
    const { body } = await law.call('GET', '/api/v1/access/explain?namespace=law&code=matters&right=view')
    assert.deepEqual([body.allowed, body.because[0].by], [true, 'administrator'])
  })

  it('is given to all users about themselves if they can see the element, and about others to administrators', async () => {
    assertRefused(
      await explain(law.clerk.call, { right: 'view', userId: law.partner.id }),
      403,
      'auth.not_allowed',
      /other users/,
    )
    assertRefused(
      await explain(law.clerk.call, { right: 'view', id: matter.__id }),
      404,
      'element.not_found',
      /not found/,
    )
    assert.equal((await explain(law.clerk.call, { right: 'import' })).body.allowed, false)
    const hidden = await law.clerk.call('GET', '/api/v1/access/explain?namespace=crypt&code=nothing&right=view')
    assertRefused(hidden, 404, 'application.not_found', /not found/)
    const nobody = await explain(law.call, { right: 'view', userId: '0b6f7b2e-2f0f-4f5a-9c53-0123456789ab' })
    assertRefused(nobody, 404, 'access.unknown_user', /the user does not exist/)
  })
  it('names no field that does not exist for the user, and no condition on such a field', async () => {
    const path = '/api/v1/applications/law/matters/access'
    const hidden = [
      { to: ['law.clerks'], may: ['edit'], where: "[secret] = 'secret of Zeus' and [kind] = 'open'" },
      {
        to: ['law.clerks'],
        may: ['edit'],
        where: "[client] in (select [__id] from [law.clients] where [first.secret] = 'Hera')",
      },
    ]
    assertDone(
      await set({ elements: hidden, fields: [{ fields: ['owner'], to: ['law.partners'], may: ['read'] }] }, path),
    )
    const open = await aMatter(law.call, { title: 'explained' })
    const sentences = async (call: Call, question: Record<string, string>): Promise<string> => {
      const { body } = await explain(call, question)
      return [...body.because, ...body.but].map(({ sentence }: Body) => sentence).join('\n')
    }
    for (const question of [{ right: 'edit' }, { right: 'edit', id: open.__id }]) {
      const told = await sentences(law.clerk.call, question)
      assert.doesNotMatch(told, /secret|Zeus|Hera|owner/)
      assert.match(told, /law.clerks may edit where a condition that you cannot read is met/)
      assert.match(told, /users listed in a field that you cannot read may edit, access/)
    }
    assert.match(await sentences(law.call, { right: 'edit', userId: law.clerk.id }), /Zeus.*Hera/s)
    assert.match(await sentences(law.clerk.call, { right: 'view' }), /where \[kind\] = 'open'/)
    assertDone(await set({}, path))
  })
})
