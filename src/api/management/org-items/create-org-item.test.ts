import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertDone, assertRefused, aUser, type Everything, startEverything } from '../../../../test/everything.ts'
import type { Body, Call } from '../../../../test/platform.ts'
import { aGroup, anItem, nobody, orgItems } from '../../v1/scheme/groups/groups.fixture.ts'

let started: Everything
let call: Call
let anna: { id: string; call: Call }
let boris: string
let root: string
before(async () => {
  started = await startEverything()
  call = started.call
  anna = await aUser(started, { login: 'anna' })
  boris = (await aUser(started, { login: 'boris' })).id
  root = await anItem(call, 'department', 'Company')
})
after(() => started[Symbol.asyncDispose]())

const create = (input: object) => call('POST', orgItems, input)
const update = (id: string, input: object) => call('PATCH', `${orgItems}/${id}`, input)
const items = async (): Promise<Body[]> => (await call('GET', orgItems)).body.items
const one = async (id: string) => (await items()).find((item) => item.id === id)

describe('an item of the organisation chart', () => {
  it('is a department, a position with one holder, or a position type with many', async () => {
    const parent = await anItem(call, 'department', 'Legal', { parent: root, code: 'legal' })
    const head = await anItem(call, 'position', 'Head', { parent, holders: [anna.id] })
    const lawyers = await anItem(call, 'position_type', 'Lawyers', { parent, holders: [anna.id, boris, anna.id] })
    assert.deepEqual(await one(parent), {
      id: parent,
      kind: 'department',
      name: 'Legal',
      code: 'legal',
      parent: root,
      holders: [],
    })
    assert.deepEqual((await one(head)).holders, [anna.id])
    assert.deepEqual((await one(lawyers)).holders, [anna.id, boris].sort())
    for (const [input, sentence] of [
      [{ kind: 'department', holders: [anna.id] }, /"x" is a department/],
      [{ kind: 'position', holders: [anna.id, boris] }, /one person/],
      [{ kind: 'position_type', holders: [anna.id, nobody] }, new RegExp(nobody)],
    ] as const)
      assertRefused(await create({ name: 'x', parent, ...input }), 400, 'org_item.wrong_holders', sentence)
    assertRefused(await create({ name: 'x', parent, kind: 'team' }), 400, 'input.wrong', /"kind"/)
  })

  it('is below another item, except for one root', async () => {
    assertRefused(await create({ kind: 'department', name: 'Second' }), 400, 'org_item.wrong_parent', /root, "Company"/)
    const orphan = await create({ kind: 'department', name: 'x', parent: nobody })
    assertRefused(orphan, 400, 'org_item.wrong_parent', new RegExp(nobody))
  })

  it('is renamed and moved with all items below it, but never below itself', async () => {
    const one_ = await anItem(call, 'department', 'One', { parent: root })
    const two = await anItem(call, 'department', 'Two', { parent: one_ })
    const three = await anItem(call, 'position', 'Three', { parent: two })
    assertRefused(
      await update(one_, { parent: three }),
      400,
      'org_item.wrong_parent',
      /"One" can't stand below "Three"/,
    )
    assertRefused(await update(one_, { parent: one_ }), 400, 'org_item.wrong_parent', /itself/)
    assertRefused(await update(root, { parent: one_ }), 400, 'org_item.wrong_parent', /"Company"/)
    assertDone(await update(two, { name: 'Moved', parent: root, code: 'moved' }))
    const { name, parent, code } = await one(two)
    assert.deepEqual([name, parent, code], ['Moved', root, 'moved'])
    assertDone(await update(two, {}))
    assertDone(await update(two, { parent: null, code: '' }))
    assert.deepEqual([(await one(two)).parent, (await one(two)).code], [root, null])
  })

  it('cannot get below itself through two concurrent moves', async () => {
    for (let round = 0; round < 5; round++) {
      const left = await anItem(call, 'department', 'Left', { parent: root })
      const right = await anItem(call, 'department', 'Right', { parent: root })
      const answers = await Promise.all([update(left, { parent: right }), update(right, { parent: left })])
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400])
    }
  })

  it('gets other holders, or none', async () => {
    const position = await anItem(call, 'position', 'Clerk', { parent: root, holders: [anna.id] })
    assertDone(await update(position, { holders: [boris] }))
    assert.deepEqual((await one(position)).holders, [boris])
    assertRefused(
      await update(position, { name: 'x', holders: [boris, anna.id] }),
      400,
      'org_item.wrong_holders',
      /one/,
    )
    assert.equal((await one(position)).name, 'Clerk')
    assertDone(await update(position, { holders: [] }))
    assert.deepEqual((await one(position)).holders, [])
  })

  it('is deleted when nothing uses it; otherwise the error names the uses', async () => {
    const department = await anItem(call, 'department', 'Old', { parent: root })
    const position = await anItem(call, 'position', 'Guard', { parent: department, holders: [anna.id] })
    const group = await aGroup(call, 'Guards', [position])
    const above = await call('DELETE', `${orgItems}/${department}`)
    assertRefused(above, 400, 'org_item.in_use', /"Old" is used by the item "Guard"/)
    const held = await call('DELETE', `${orgItems}/${position}`)
    assertRefused(held, 400, 'org_item.in_use', /the group "Guards", the holder "anna"/)
    assert.deepEqual(held.body.uses, [
      { kind: 'group', id: group, name: 'Guards' },
      { kind: 'holder', id: anna.id, name: 'anna' },
    ])
    assertDone(await update(position, { holders: [] }))
    assertDone(await call('POST', `/pub/v1/scheme/groups/${group}/remove-items`, [position]))
    assertDone(await call('DELETE', `${orgItems}/${position}`))
    assertDone(await call('DELETE', `${orgItems}/${department}`))
    assert.equal(await one(department), undefined)
    for (const id of [department, nobody, 'x']) {
      assertRefused(await call('DELETE', `${orgItems}/${id}`), 404, 'org_item.not_found', /not found/)
      assertRefused(await update(id, {}), 404, 'org_item.not_found', /not found/)
    }
  })

  it('has a unique code', async () => {
    await anItem(call, 'department', 'A', { parent: root, code: 'own' })
    const second = await create({ kind: 'department', name: 'B', parent: root, code: 'OWN' })
    assertRefused(second, 400, 'org_item.code_taken', /"OWN" is taken/)
  })

  it('can be read by everyone, parents first, and changed only by administrators', async () => {
    const answer = await anna.call('GET', orgItems)
    assertDone(answer)
    const seen = new Set<string | null>([null])
    for (const { id, parent } of answer.body.items) {
      assert.ok(seen.has(parent))
      seen.add(id)
    }
    for (const [method, path, body] of [
      ['POST', orgItems, { kind: 'department', name: 'x', parent: root }],
      ['PATCH', `${orgItems}/${root}`, { name: 'x' }],
      ['DELETE', `${orgItems}/${root}`, undefined],
    ] as const)
      assertRefused(await anna.call(method, path, body), 403, 'auth.not_allowed', /administrators/)
  })
})
