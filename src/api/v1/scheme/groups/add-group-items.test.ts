import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertDone, assertRefused, aUser, type Everything, startEverything } from '../../../../../test/everything.ts'
import type { Call } from '../../../../../test/platform.ts'
import { aGroup, anItem, groups, names, nobody } from './groups.fixture.ts'

let started: Everything
let call: Call
let anna: string
let boris: string
let position: string
let department: string
before(async () => {
  started = await startEverything()
  call = started.call
  anna = (await aUser(started, { login: 'anna' })).id
  boris = (await aUser(started, { login: 'boris' })).id
  department = await anItem(call, 'department', 'Legal')
  position = await anItem(call, 'position', 'Lawyer', { parent: department })
})
after(() => started[Symbol.asyncDispose]())

const add = (id: string, items: unknown) => call('POST', `${groups}/${id}/add-items`, items)
const remove = (id: string, items: unknown) => call('POST', `${groups}/${id}/remove-items`, items)
const members = async (id: string): Promise<string[]> =>
  (await call('GET', `${groups}/${id}`)).body.group.subOrgunitIds.toSorted()

describe('adding items to a group', () => {
  it('accepts users, groups, positions and departments, and returns those that are new', async () => {
    const inner = await aGroup(call, 'Inner')
    const id = await aGroup(call, 'Mixed')
    const answer = await add(id, [anna, inner, position.toUpperCase(), anna])
    assertDone(answer)
    assert.deepEqual(answer.body.addedItemIds, [anna, inner, position])
    const again = await add(id, [department, anna])
    assert.deepEqual(again.body.addedItemIds, [department])
    assert.deepEqual(await members(id), [anna, inner, position, department].sort())
    assert.deepEqual((await add(id, [])).body.addedItemIds, [])
  })

  it('is refused as a whole for an unknown id, which the error names', async () => {
    const id = await aGroup(call, 'Whole')
    const refusal = await add(id, [anna, nobody])
    assertRefused(refusal, 400, 'group.unknown_item', new RegExp(nobody))
    assert.deepEqual(refusal.body.missing, [nobody])
    assert.deepEqual(await members(id), [])
  })

  it('requires a list of ids', async () => {
    const id = await aGroup(call, 'List')
    for (const body of [JSON.stringify(anna), {}, { items: [anna] }, 'null', '', '5'])
      assertRefused(await add(id, body), 400, 'input.wrong', /must be an array/)
    assertRefused(await add(id, ['x']), 400, 'input.wrong', /must be a uuid/)
    assertRefused(await add(id, [[anna]]), 400, 'input.wrong', /must be a string/)
    assertRefused(await add(id, [null]), 400, 'input.wrong', /must be a string/)
  })

  it('is refused when the group would contain itself, directly or through others', async () => {
    const bottom = await aGroup(call, 'Bottom')
    const middle = await aGroup(call, 'Middle', [bottom])
    const top = await aGroup(call, 'Top', [middle])
    assertRefused(await add(top, [top]), 400, 'group.in_itself', /"Top" can't contain itself/)
    const refusal = await add(bottom, [anna, top])
    assertRefused(
      refusal,
      400,
      'group.in_itself',
      /"Bottom" can't contain "Top".*"Top" contains "Middle" contains "Bottom"/,
    )
    assert.deepEqual(await members(bottom), [])
    assertRefused(await add(bottom, [middle]), 400, 'group.in_itself', /"Middle" contains "Bottom"/)
    assertDone(await add(top, [bottom]))
  })

  it('creates no cycle, also through two concurrent requests', async () => {
    for (let round = 0; round < 5; round++) {
      const one = await aGroup(call, 'One')
      const other = await aGroup(call, 'Other')
      const answers = await Promise.all([add(one, [other]), add(other, [one])])
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400])
    }
  })

  it('is refused for a deleted group', async () => {
    const id = await aGroup(call, 'Stays')
    const gone = await aGroup(call, 'Gone')
    assertDone(await call('DELETE', `${groups}/${gone}`))
    assertRefused(await add(id, [gone]), 400, 'group.unknown_item', new RegExp(gone))
  })
})

describe('removing items from a group', () => {
  it('returns those that were in the group, and can be repeated', async () => {
    const id = await aGroup(call, 'Less', [anna, boris, position])
    const answer = await remove(id, [boris, anna])
    assertDone(answer)
    assert.deepEqual(answer.body.removedItemIds, [boris, anna])
    assert.deepEqual((await remove(id, [anna])).body.removedItemIds, [])
    assert.deepEqual(await members(id), [position])
    assert.deepEqual(await names(call, `${groups}/${id}/users`), [])
  })

  it('is refused as a whole for an unknown id', async () => {
    const id = await aGroup(call, 'Kept', [anna])
    assertRefused(await remove(id, [anna, nobody]), 400, 'group.unknown_item', new RegExp(nobody))
    assert.deepEqual(await members(id), [anna])
    assertRefused(await remove(id, JSON.stringify(anna)), 400, 'input.wrong', /must be an array/)
  })
})
