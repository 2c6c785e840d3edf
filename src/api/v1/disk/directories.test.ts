import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { assertDone, assertRefused, aUser, listed } from '../../../../test/everything.ts'
import { type Call, startEmptyPlatform, type TestPlatform } from '../../../../test/platform.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { aDirectory, aFile, rootId } from './files.fixture.ts'

let platform: TestPlatform
let ann: { id: string; call: Call }
let ben: { id: string; call: Call }
before(async () => {
  platform = await startEmptyPlatform()
  ann = await aUser(platform, { login: 'ann' })
  ben = await aUser(platform, { login: 'ben' })
})
after(() => platform[Symbol.asyncDispose]())

const directories = '/pub/v1/disk/directory'

it('a directory has its name, its parents up to the root, and its author', async () => {
  const outer = await aDirectory(ann.call, 'Contracts')
  const inner = await aDirectory(ann.call, ' 2026 ', outer.__id)
  const { body } = await ann.call('GET', `${directories}/${inner.__id}`)
  assert.deepEqual(body.directory, inner)
  const { __id, __createdAt, __updatedAt, ...rest } = inner
  assert.deepEqual(rest, {
    __name: '2026',
    name: '2026',
    __createdBy: ann.id,
    __updatedBy: ann.id,
    __deletedAt: null,
    directory: outer.__id,
    parentsList: [outer.__id, rootId],
    system: false,
    uniqueNames: true,
  })
})

it('the parent can be given under three names, and defaults to the common directory', async () => {
  const outer = await aDirectory(ann.call, 'Names')
  for (const key of ['directory', 'parent', 'directoryId']) {
    const { body } = await ann.call('POST', directories, { __name: key, [key]: outer.__id })
    assert.deepEqual([body.directory.directory, body.directory.__name], [outer.__id, key])
  }
  const { body } = await ann.call('POST', directories, { name: 'without' })
  assert.equal(body.directory.directory, rootId)
})

it('two directories of one parent need names that differ in more than case', async () => {
  const outer = await aDirectory(ann.call, 'Cases')
  await aDirectory(ann.call, 'Отчёты', outer.__id)
  const again = await ann.call('POST', directories, { name: 'ОТЧЁТЫ', directory: outer.__id })
  assertRefused(again, 409, 'files.name_taken', /ОТЧЁТЫ/)
  await aDirectory(ann.call, 'Отчёты', rootId)
})

it('names that are paths, empty, too long or contain control characters are refused', async () => {
  for (const name of ['', ' ', '.', '..', '../up', 'a/b', 'a\\b', 'a\r\nb', 'x'.repeat(256), undefined])
    assertRefused(await ann.call('POST', directories, { name }), 400, 'files.wrong_name', /the name of the directory/)
})

it('a directory has at most a hundred directories above it', async () => {
  let deepest = await aDirectory(ann.call, 'Deep')
  for (let above = 2; above <= 100; above++) deepest = await aDirectory(ann.call, 'deeper', deepest.__id)
  assert.equal(deepest.parentsList.length, 100)
  const answer = await ann.call('POST', directories, { name: 'too deep', directory: deepest.__id })
  assertRefused(answer, 400, 'files.too_deep', /at most 100 directories above it/)
  await aFile(ann.call, 'x', 'files.txt', deepest.__id)
})

it('other users neither see a directory nor learn that it exists', async () => {
  const own = await aDirectory(ann.call, 'Of Ann')
  const inner = await aDirectory(ann.call, 'Inside', own.__id)
  const missing = newId()
  for (const id of [own.__id, inner.__id, missing, 'no-id']) {
    const answer = await ben.call('GET', `${directories}/${id}`)
    assertRefused(answer, 404, 'files.directory_not_found', new RegExp(`${id} not found`))
    assertRefused(
      await ben.call('POST', directories, { name: 'x', directory: id === 'no-id' ? missing : id }),
      404,
      'files.directory_not_found',
      /not found/,
    )
  }
  const { items } = await listed(ben.call, directories, { size: 1000 })
  assert.deepEqual(
    items.filter(({ __createdBy }) => __createdBy === ann.id),
    [],
  )
  const seen = await listed(platform.call, directories, { ids: [own.__id, inner.__id] })
  assert.equal(seen.total, 2, 'administrators see all')
})

it('the list filters by name, parent and whether a directory belongs to the system, and sorts', async () => {
  const outer = await aDirectory(ann.call, 'Listed')
  for (const name of ['b', 'a', 'c']) await aDirectory(ann.call, name, outer.__id)
  const inside = { tf: { directory: outer.__id } }
  const sorted = await listed(ann.call, directories, {
    filter: inside,
    sortExpressions: [{ field: '__name', ascending: true }],
  })
  assert.deepEqual(
    sorted.items.map(({ name }) => name),
    ['a', 'b', 'c'],
  )
  const newest = await listed(ann.call, directories, { filter: inside, size: 1 })
  assert.deepEqual([newest.items[0]?.name, newest.total], ['c', 3])
  const system = await listed(ann.call, directories, { filter: { tf: { system: true } } })
  assert.deepEqual(
    system.items.map(({ __id }) => __id),
    [rootId],
  )
  const query = encodeURIComponent(JSON.stringify({ filter: { tf: { system: false, __name: 'Listed' } } }))
  const { body } = await ann.call('GET', `${directories}/list?query=${query}`)
  assert.equal(body.result.total, 1)
  assertDone(await ann.call('GET', `${directories}/list?query={}`))
})

it('the creator of a directory sees what others put into it', async () => {
  const own = await aDirectory(ann.call, 'Shared')
  await aFile(platform.call, 'from above', 'note.txt', own.__id)
  const { body } = await ann.call('POST', '/pub/v1/disk/files/search', { filter: { directory: [own.__id] } })
  assert.deepEqual(
    body.result.result.map(({ name }: { name: string }) => name),
    ['note.txt'],
  )
})
