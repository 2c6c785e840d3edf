import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { createMovableClock } from '../../foundation/kit/clock.ts'
import { idOfPath } from '../../foundation/kit/ids.ts'
import { type Caller, loadCaller, People, type Person, type Persons, systemCaller } from '../index.ts'
import type { SubstitutionInput } from './substitutions.ts'

const clock = createMovableClock()
const hourMs = 3_600_000
const inHours = (hours: number): string => new Date(clock.nowMs() + hours * hourMs).toISOString()

let database: TestDatabase
let people: People
let system: Caller
before(async () => {
  database = await openTestDatabase()
  people = new People({ database, clock })
  system = systemCaller(await people.administrator())
})
after(async () => {
  await people.close()
  await database[Symbol.asyncDispose]()
})

let made = 0
const aUser = (administrator = false) => people.createUser(system, { login: `user ${++made}`, administrator })
const standIn = (principal: string, substitute: string, more: Partial<SubstitutionInput> = {}) =>
  people.substitutions.create(system, { principal, substitute, ...more })
const personsOf = async (userId: string): Promise<Persons> =>
  (await loadCaller(database.reader, userId, 'test', new Date(clock.nowMs())))!.persons
const idsOf = (persons: readonly Person[]): string[] => persons.map((person) => person.userId)
const namesOf = async (userId: string): Promise<string[]> => idsOf((await personsOf(userId)).everywhere)

describe('the persons of a caller', () => {
  it('are the user, and each principal of an active substitution, from its start to its end', async () => {
    const [anna, boris, clara] = [await aUser(), await aUser(), await aUser()]
    assert.deepEqual(await namesOf(boris), [boris])
    await standIn(anna, boris, { from: inHours(1), until: inHours(3) })
    await standIn(clara, boris)
    assert.deepEqual(await namesOf(boris), [boris, clara])
    clock.advance(2 * hourMs)
    assert.deepEqual((await namesOf(boris)).slice(1).sort(), [anna, clara].sort())
    clock.advance(2 * hourMs)
    assert.deepEqual(await namesOf(boris), [boris, clara])
    assert.deepEqual(await namesOf(anna), [anna])
  })

  it('are only the user again after the substitution was ended', async () => {
    const [anna, boris] = [await aUser(), await aUser()]
    const id = await standIn(anna, boris)
    assert.deepEqual(await namesOf(boris), [boris, anna])
    await people.substitutions.end(system, id)
    assert.deepEqual(await namesOf(boris), [boris])
  })

  it('include the groups and positions of the principal, separate from those of the user', async () => {
    const [anna, boris] = [await aUser(), await aUser()]
    const created = await people.groups.create(system, 'global', { __name: 'Lawyers', code: 'Lawyers' })
    const { __id: group } = JSON.parse(created.text)
    await people.groups.addItems(system, group, [anna])
    const root = await people.orgChart.create(system, { kind: 'department', name: 'All' })
    const post = await people.orgChart.create(system, { kind: 'position', name: 'x', parent: root, holders: [anna] })
    await standIn(anna, boris)
    const [own, other] = (await personsOf(boris)).everywhere
    assert.ok(!own!.groups.has('global.lawyers') && !own!.ids.includes(post))
    assert.ok(other!.groups.has('global.lawyers'))
    assert.equal(other!.ids[0], anna)
    for (const id of [group, root, post]) assert.ok(other!.ids.includes(id))
  })

  it('do not include the principals of a principal', async () => {
    const [anna, boris, clara] = [await aUser(), await aUser(), await aUser()]
    await standIn(anna, boris)
    await standIn(boris, clara)
    assert.deepEqual(await namesOf(clara), [clara, boris])
  })

  it('leave out blocked principals until they are active again', async () => {
    const [anna, boris] = [await aUser(), await aUser()]
    await standIn(anna, boris)
    await people.changeUser(system, anna, { status: 'blocked' })
    assert.deepEqual(await namesOf(boris), [boris])
    await people.changeUser(system, anna, { status: 'active' })
    assert.deepEqual(await namesOf(boris), [boris, anna])
  })

  it('are limited to applications when the substitution is', async () => {
    const [anna, boris, clara] = [await aUser(), await aUser(), await aUser()]
    await standIn(anna, boris, { applications: ['ref.contacts', 'docs.incoming', 'ref.contacts'] })
    await standIn(clara, boris)
    const persons = await personsOf(boris)
    const [contacts, incoming, other] = [idOfPath('ref/contacts'), idOfPath('docs/incoming'), idOfPath('docs/others')]
    assert.deepEqual(idsOf(persons.everywhere), [boris, clara])
    assert.deepEqual(idsOf(persons.in(null)), [boris, clara])
    assert.deepEqual(idsOf(persons.in(other)), [boris, clara])
    for (const app of [contacts, incoming]) assert.deepEqual(idsOf(persons.in(app)), [boris, anna, clara])
    assert.deepEqual(
      persons.map(idsOf, ({ userId }, applications) => [userId, ...applications]),
      [
        [boris, clara],
        [anna, contacts, incoming],
      ],
    )
    const [, ofAnna] = persons.each()
    assert.deepEqual([ofAnna!.userId, ofAnna!.persons.everywhere], [anna, []])
    assert.equal(persons.own(boris)!.userId, boris)
  })

  it('do not make a substitute of an administrator an administrator', async () => {
    const boris = await aUser()
    await standIn(await aUser(true), boris)
    const caller = await loadCaller(database.reader, boris, 'test', new Date(clock.nowMs()))
    assert.deepEqual([caller!.administrator, caller!.persons.everywhere.length], [false, 2])
  })
})
