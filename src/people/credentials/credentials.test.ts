import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { systemClock } from '../../foundation/kit/clock.ts'
import { type Caller, newSecret, People, systemCaller } from '../index.ts'

const hourMs = 3_600_000
let database: TestDatabase
let people: People
let system: Caller
before(async () => {
  database = await openTestDatabase()
  people = new People({ database, clock: systemClock })
  system = systemCaller(await people.administrator())
})
after(async () => {
  await people.close()
  await database[Symbol.asyncDispose]()
})

let made = 0
async function aUser(): Promise<{ id: string; token: string }> {
  made++
  const [id, token] = [await people.createUser(system, { login: `user ${made}` }), newSecret()]
  await people.tokens.create(database.single, { userId: id, name: 'test', text: token })
  return { id, token }
}

async function aGroup(code: string, isDefault = false): Promise<string> {
  return JSON.parse((await people.groups.create(system, 'global', { __name: code, code, isDefault })).text).__id
}

async function groupsOf(token: string, node: People = people): Promise<string[]> {
  const { persons } = (await node.tokens.identify(token))!
  return [...persons.everywhere[0]!.groups].filter((path) => path !== 'global.all_users')
}

describe('a cached caller', () => {
  it('is looked up again within a second on another node, even when the clock was set back by an hour', async (t) => {
    const { id, token } = await aUser()
    const group = await aGroup('clock')
    await people.groups.addItems(system, group, [id])
    const otherNode = new People({ database, clock: systemClock })
    t.after(() => otherNode.close())
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 72 * hourMs })
    assert.deepEqual(await groupsOf(token, otherNode), ['global.clock'])
    t.mock.timers.setTime(Date.now() - hourMs)
    await people.groups.removeItems(system, group, [id])
    await wait(1_000)
    assert.deepEqual(await groupsOf(token, otherNode), [])
  })

  it('leaves a group immediately on the node that removes the member', async () => {
    const { id, token } = await aUser()
    const group = await aGroup('items')
    await people.groups.addItems(system, group, [id])
    assert.deepEqual(await groupsOf(token), ['global.items'])
    await people.groups.removeItems(system, group, [id])
    assert.deepEqual(await groupsOf(token), [])
  })

  it('leaves a group immediately when it is no longer a default group or is deleted', async () => {
    const { token } = await aUser()
    const group = await aGroup('everybody', true)
    assert.deepEqual(await groupsOf(token), ['global.everybody'])
    await people.groups.update(system, group, { isDefault: false })
    assert.deepEqual(await groupsOf(token), [])
    await people.groups.update(system, group, { isDefault: true })
    assert.deepEqual(await groupsOf(token), ['global.everybody'])
    await people.groups.remove(system, group)
    assert.deepEqual(await groupsOf(token), [])
  })

  it('leaves the group of a position immediately when another user takes the position', async () => {
    const [{ id, token }, other] = [await aUser(), await aUser()]
    const root = await people.orgChart.create(system, { kind: 'department', name: 'All' })
    const seat = await people.orgChart.create(system, { kind: 'position', name: 'Head', parent: root, holders: [id] })
    const group = await aGroup('heads')
    await people.groups.addItems(system, group, [seat])
    assert.deepEqual(await groupsOf(token), ['global.heads'])
    await people.orgChart.update(system, seat, { holders: [other.id] })
    assert.deepEqual([await groupsOf(token), await groupsOf(other.token)], [[], ['global.heads']])
  })
})
