import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { assertDone, assertRefused, aUser } from '../../../../test/everything.ts'
import { type Body, type Call, startEmptyPlatform, type TestPlatform } from '../../../../test/platform.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { aDirectory, aFile, anUpload, formOf, rootId } from './files.fixture.ts'

let platform: TestPlatform
let ann: { id: string; call: Call }
let ben: { id: string; call: Call }
before(async () => {
  platform = await startEmptyPlatform()
  ann = await aUser(platform, { login: 'ann' })
  ben = await aUser(platform, { login: 'ben' })
})
after(() => platform[Symbol.asyncDispose]())

const disk = '/pub/v1/disk'
const errorsOf = (body: Body) => body.items.map(({ code }: Body) => code)

it('a file that is uploaded into a directory has its name, size and hash', async () => {
  const into = await aDirectory(ann.call, 'Into')
  const hash = newId()
  const answer = await ann.call(
    'POST',
    `${disk}/directory/${into.__id}/upload?Hash=${hash}`,
    formOf('12345', 'Отчёт.pdf'),
  )
  assertDone(answer)
  const { file } = answer.body
  const { __id, __createdAt, __updatedAt, ...rest } = file
  assert.deepEqual(rest, {
    __name: 'Отчёт.pdf',
    name: 'Отчёт.pdf',
    originalName: 'Отчёт.pdf',
    hash,
    directory: into.__id,
    size: 5,
    version: 1,
    __createdBy: ann.id,
    __updatedBy: ann.id,
    __deletedAt: null,
  })
  assert.deepEqual((await ann.call('GET', `${disk}/file/${__id}`)).body.file, file)
})

it('repeating the same upload into the same directory returns the same file', async () => {
  const into = await aDirectory(ann.call, 'Again')
  const send = () => ann.call('POST', `${disk}/directory/${into.__id}/upload?hash=${hash}`, formOf('x', 'x.txt'))
  const hash = newId()
  const first = await send()
  assert.equal((await send()).body.file.__id, first.body.file.__id)
  const { body } = await ann.call('POST', `${disk}/files`, { files: [{ directory: into.__id, hash, name: 'x.txt' }] })
  assert.equal(body.items[0].file.__id, first.body.file.__id)
})

it('a file can be uploaded into a directory in parts; the last answer has the file', async () => {
  const into = await aDirectory(ann.call, 'Parts')
  const bytes = Buffer.alloc(6 * 1024 ** 2, 7)
  const hash = newId()
  const send = (from: number, to: number) =>
    ann.call(
      'POST',
      `${disk}/directory/${into.__id}/upload?hash=${hash}`,
      formOf(bytes.subarray(from, to), 'big.bin'),
      {
        'content-range': `bytes ${from}-${to}/${bytes.length}`,
      },
    )
  assert.equal((await send(0, 5_242_880)).status, 206)
  const last = await send(5_242_880, bytes.length)
  assert.deepEqual([last.status, last.body.file.size, last.body.file.name], [200, bytes.length, 'big.bin'])
  const again = await send(5_242_880, bytes.length)
  assert.equal(again.body.file?.__id, last.body.file.__id, 'the answer of the last part may be lost')
  assertRefused(await send(5_242_880, bytes.length - 10), 400, 'files.no_such_upload', /NoSuchUpload/)
})

it('an invalid name is refused with the first part', async () => {
  const into = await aDirectory(ann.call, 'Long')
  const path = `${disk}/directory/${into.__id}/upload?hash=${newId()}`
  const range = { 'content-range': 'bytes 0-5242880/6000000' }
  const answer = await ann.call('POST', path, formOf(Buffer.alloc(5_242_880), `${'n'.repeat(252)}.bin`), range)
  assertRefused(answer, 400, 'files.wrong_name', /longer than 255 characters/)
})

it('a file whose name is taken gets a number before its extension, ignoring case', async () => {
  const into = await aDirectory(ann.call, 'Numbers')
  const names: string[] = []
  for (const name of ['a.tar.gz', 'A.tar.gz', 'a.tar.gz', 'plain', 'plain', '.env', '.env'])
    names.push((await aFile(ann.call, 'x', name, into.__id)).name)
  assert.deepEqual(names, ['a.tar.gz', 'A.tar (1).gz', 'a.tar (2).gz', 'plain', 'plain (1)', '.env', '.env (1)'])
  const free = await aDirectory(ann.call, 'Free', rootId, { uniqueNames: false })
  await aFile(ann.call, 'x', 'same.txt', free.__id)
  assert.equal((await aFile(ann.call, 'x', 'same.txt', free.__id)).name, 'same.txt')
})

it('concurrent uploads all get different names', async () => {
  const into = await aDirectory(ann.call, 'Race')
  const files = await Promise.all(Array.from({ length: 8 }, () => aFile(ann.call, 'x', 'r.txt', into.__id)))
  assert.equal(new Set(files.map(({ name }) => name)).size, 8)
})

it('uploads become files in the order of the request, and each failure has a reason', async () => {
  const into = await aDirectory(ann.call, 'Bulk')
  const [good, foreign] = [await anUpload(ann.call, 'good'), await anUpload(ben.call, 'foreign')]
  const entry = (hash: string, name = 'n.txt', directory = into.__id) => ({ directory, hash, name })
  const all = await ann.call('POST', `${disk}/files`, { files: [entry(good)] })
  assertDone(all)
  assert.equal(all.body.items[0].file.name, 'n.txt')

  const other = await anUpload(ann.call, 'other')
  const { status, body } = await ann.call('POST', `${disk}/files`, {
    files: [
      entry(foreign),
      entry(other, '../etc/passwd'),
      entry(other, 'ok.txt', newId()),
      entry(other, 'ok.txt'),
      entry(newId()),
    ],
  })
  assert.equal(status, 422)
  assert.equal(body.success, false)
  assert.match(body.error, /^4 of 5 entries failed/)
  assert.deepEqual(errorsOf(body), [
    'files.upload_not_found',
    'files.wrong_name',
    'files.directory_not_found',
    undefined,
    'files.upload_not_found',
  ])
  assert.equal(body.items[3].file.name, 'ok.txt')
  assertDone(await ann.call('POST', `${disk}/files`, { files: [] }))
})

it('an upload is made permanent under its name, and a file is moved into another directory', async () => {
  const [one, two] = [await aDirectory(ann.call, 'One'), await aDirectory(ann.call, 'Two')]
  const hash = await anUpload(ann.call, 'moved')
  const move = (to: Body, name: string) =>
    ann.call('POST', `${disk}/file/move?directoryID=${to.__id}`, { files: [{ hash, name }] })
  const first = await move(one, 'm.txt')
  assertDone(first)
  await aFile(ann.call, 'x', 'm.txt', two.__id)
  const moved = await move(two, 'm.txt')
  const [file] = moved.body.files
  assert.deepEqual([file.__id, file.directory, file.name], [first.body.files[0].__id, two.__id, 'm (1).txt'])
  assert.equal((await move(two, 'm (1).txt')).body.files[0].name, 'm (1).txt', 'its own name is not in its way')
  assertRefused(await ann.call('POST', `${disk}/file/move`, { files: [] }), 400, 'input.wrong', /directoryID/)
  const twice = `${disk}/file/move?directoryID=${one.__id}&directoryid=${two.__id}`
  assertRefused(
    await ann.call('POST', twice, { files: [{ hash, name: 'm.txt' }] }),
    400,
    'input.wrong',
    /is given twice/,
  )
})

it('null counts as absent in entries too', async () => {
  const into = await aDirectory(ann.call, 'Nulls')
  const entry = { directory: into.__id, hash: await anUpload(ann.call), name: 'a.txt', comment: null }
  assertDone(await ann.call('POST', `${disk}/files`, { files: [entry] }))
  const moved = { files: [{ hash: await anUpload(ann.call, 'b', 'b.txt'), name: null }] }
  const { body } = await ann.call('POST', `${disk}/file/move?directoryID=${into.__id}`, moved)
  assert.equal(body.files[0].name, 'b.txt')
})

it('a UUID written as a URN is invalid', async () => {
  const urn = `urn:uuid:${newId()}`
  for (const path of ['links/upload', 'links/download'])
    assertRefused(
      await ann.call('POST', `${disk}/${path}`, { hashesList: [urn] }),
      400,
      'input.wrong',
      /must be a uuid/,
    )
})

it('users cannot move, delete, read or find files that they do not see', async () => {
  const own = await aDirectory(ann.call, 'Private')
  const file = await aFile(ann.call, 'secret', 'secret.txt', own.__id)
  const atRoot = await aFile(ann.call, 'secret', 'in the common one.txt')
  for (const { __id, hash } of [file, atRoot]) {
    assertRefused(await ben.call('GET', `${disk}/file/${__id}`), 404, 'files.not_found', /not found/)
    assertRefused(await ben.call('POST', `${disk}/file/${__id}/get-link`), 404, 'files.not_found', /not found/)
    const moved = await ben.call('POST', `${disk}/file/move?directoryID=${rootId}`, { files: [{ hash, name: 'x' }] })
    assertRefused(moved, 404, 'files.upload_not_found', /not found/)
    const links = await ben.call('POST', `${disk}/links/download`, { hashesList: [hash, __id] })
    assert.deepEqual([links.status, ...errorsOf(links.body)], [422, 'files.upload_not_found', 'files.upload_not_found'])
    const gone = await ben.call('PATCH', `${disk}/files/deleted`, { fileIds: [__id, newId()] })
    assert.deepEqual([gone.status, ...errorsOf(gone.body)], [422, 'files.not_found', 'files.not_found'])
  }
  const intoForeign = await ben.call('POST', `${disk}/directory/${own.__id}/upload`, formOf('x', 'x'))
  assertRefused(intoForeign, 404, 'files.directory_not_found', /not found/)
  const { total } = await search(ben.call, { __name: 'secret' })
  assert.equal(total, 0)
})

it('a deleted file is not found anywhere, and its name is free', async () => {
  const into = await aDirectory(ann.call, 'Bin')
  const file = await aFile(ann.call, 'x', 'x.txt', into.__id)
  assertDone(await ann.call('PATCH', `${disk}/files/deleted`, { fileIds: [file.__id] }))
  assertRefused(await ann.call('GET', `${disk}/file/${file.__id}`), 404, 'files.not_found', /not found/)
  assert.equal((await search(ann.call, { directory: [into.__id] })).total, 0)
  assert.equal((await aFile(ann.call, 'y', 'x.txt', into.__id)).name, 'x.txt')
})

it('files are found by a part of their name, their author, their dates and a directory above them', async () => {
  const outer = await aDirectory(ann.call, 'Found')
  const inner = await aDirectory(ann.call, 'Inner', outer.__id)
  await aFile(ann.call, 'x', 'Invoice 1.pdf', outer.__id)
  await aFile(ann.call, 'x', 'invoice 2.pdf', inner.__id)
  await aFile(platform.call, 'x', 'other.pdf', inner.__id)
  const within = { directory: [outer.__id] }
  const found = async (filter: object) => (await search(ann.call, filter)).items.map(({ name }) => name)
  assert.deepEqual(await found(within), ['other.pdf', 'invoice 2.pdf', 'Invoice 1.pdf'])
  assert.deepEqual(await found({ ...within, __name: 'INVOICE' }), ['invoice 2.pdf', 'Invoice 1.pdf'])
  assert.deepEqual(await found({ directory: inner.__id, __createdBy: ann.id }), ['invoice 2.pdf'])
  assert.deepEqual(await found({ directory: inner.__id, __changedBy: [ann.id] }), ['invoice 2.pdf'])
  assert.deepEqual(await found({ ...within, tf: { __name: 'INVOICE' } }), ['invoice 2.pdf', 'Invoice 1.pdf'])
  assert.deepEqual(await found({ tf: within, text: 'other' }), ['other.pdf'])
  assert.deepEqual(await found({ ...within, __createdAt: { max: '2020-01-01T00:00:00Z' } }), [])
  assert.equal((await found({ ...within, __updatedAt: { min: '2020-01-01T00:00:00Z' }, nothing: 1 })).length, 3)
  const page = await search(ann.call, within, { from: 1, size: 1 })
  assert.deepEqual([page.items[0]?.name, page.total], ['invoice 2.pdf', 3])
  const wrong = await ann.call('POST', `${disk}/files/search`, { filter: { directory: ['x'] } })
  assertRefused(wrong, 400, 'query.wrong_list', /"directory": entry 1 is not an id/)
  assert.ok((await search(ann.call, { directory: '' })).total >= 2)
})

async function search(call: Call, filter: object, more: object = {}) {
  const { body } = await call('POST', `${disk}/files/search`, { filter, ...more })
  return { items: body.result.result as Body[], total: body.result.total as number }
}

it('changes of files and directories are in the audit log', async () => {
  const into = await aDirectory(ann.call, 'Audited')
  const file = await aFile(ann.call, 'x', 'audited.txt', into.__id)
  await ann.call('PATCH', `${disk}/files/deleted`, { fileIds: [file.__id] })
  const { body } = await platform.call('GET', `/api/v1/audit?object=file:${file.__id}`)
  assert.deepEqual(
    body.entries.map(({ operation, userId }: Body) => [operation, userId]),
    [
      ['deleteFiles', ann.id],
      ['uploadToDirectory', ann.id],
    ],
  )
})
