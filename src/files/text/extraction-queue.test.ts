import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Tx } from '../../foundation/db/database.ts'
import { sql } from '../../foundation/db/sql.ts'
import { newId } from '../../foundation/kit/ids.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import { aCaller, type FilesTrial, formOf, tryFiles } from '../files-trial.fixture.ts'
import { rootId } from '../rights.store.ts'
import { claimNext } from './extraction-queue.store.ts'
import { ExtractionQueue } from './extraction-queue.ts'

let trial: FilesTrial
before(async () => {
  trial = await tryFiles()
})
after(() => trial[Symbol.asyncDispose]())

const ann = aCaller()

async function aFile(content: string | Buffer, name = 'a.txt', by = ann): Promise<string> {
  const file = await trial.files.uploadTo(by, rootId, { bytes: formOf(Buffer.from(content), name) })
  return file!.__id
}

async function stateOf(file: string): Promise<{ state: string; reason: string | null; tries: number }> {
  const row = await trial.database.reader.row<{ state: string; reason: string | null; tries: number }>(sql`
    select t.state, t.reason, t.tries from blob_text t join file_version v on v.sha256 = t.sha256 where v.file = ${file}`)
  return row!
}

const nodeWith = (blobs: BlobStore) => new ExtractionQueue({ database: trial.database, blobs, log: () => {} })

it('a new file waits, is read once, and equal bytes are not read again', async () => {
  const file = await aFile('some words')
  assert.deepEqual(await stateOf(file), { state: 'waiting', reason: null, tries: 0 })
  await trial.files.texts.settle()
  assert.deepEqual(await stateOf(file), { state: 'done', reason: null, tries: 1 })
  const same = await aFile('some words', 'b.txt')
  await trial.files.texts.settle()
  assert.deepEqual(await stateOf(same), { state: 'done', reason: null, tries: 1 })
})

it('extraction runs by itself after the start', async () => {
  const own = await tryFiles()
  try {
    own.files.texts.start()
    await own.files.uploadTo(ann, rootId, { bytes: formOf(Buffer.from('by itself')) })
    for (;;) {
      const row = await own.database.reader.row<{ state: string }>(sql`select state from blob_text`)
      if (row?.state === 'done') break
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  } finally {
    await own[Symbol.asyncDispose]()
  }
})

it('a file without text has none, and a damaged file has the reason and is not tried again', async () => {
  const [picture, damaged] = [await aFile(Buffer.from([0, 1, 2])), await aFile('%PDF-1.7 nothing more')]
  await trial.files.texts.settle()
  assert.deepEqual(await stateOf(picture), { state: 'none', reason: null, tries: 1 })
  assert.deepEqual(await stateOf(damaged), { state: 'failed', reason: 'the PDF is damaged', tries: 1 })
})

it('when two nodes see the same waiting file, one of them reads it', async () => {
  const files = await Promise.all(Array.from({ length: 6 }, (_, at) => aFile(`words of ${at}`, `${at}.txt`)))
  const nodes = [nodeWith(trial.blobs), nodeWith(trial.blobs)]
  await Promise.all(nodes.map((node) => node.settle()))
  for (const file of files) assert.deepEqual(await stateOf(file), { state: 'done', reason: null, tries: 1 })
  await Promise.all(nodes.map((node) => node.close()))
})

it('a failure of the blob store does not count against the file', async () => {
  const file = await aFile('to be read later')
  const away = nodeWith({ ...trial.blobs, read: () => Promise.reject(new Error('away')) })
  await assert.rejects(away.settle(), /away/)
  assert.deepEqual(await stateOf(file), { state: 'waiting', reason: null, tries: 0 })
  await trial.files.texts.settle()
  assert.equal((await stateOf(file)).state, 'done')
})

it('missing bytes are reported as missing', async () => {
  const file = await aFile('to be lost')
  const lost = nodeWith({ ...trial.blobs, read: () => Promise.reject(Object.assign(new Error(), { code: 'ENOENT' })) })
  await lost.settle()
  assert.deepEqual(await stateOf(file), { state: 'failed', reason: 'its bytes are missing', tries: 1 })
})

it('an extraction that a node interrupts is reset, and another node does the rest', async () => {
  const file = await aFile('to be interrupted')
  const stopped = nodeWith({
    ...trial.blobs,
    async read(sha256) {
      const bytes = await trial.blobs.read(sha256)
      void stopped.close()
      return bytes
    },
  })
  await assert.rejects(stopped.settle(), /stopping/)
  await stopped.close()
  assert.deepEqual(await stateOf(file), { state: 'waiting', reason: null, tries: 0 })
  await trial.files.texts.settle()
  assert.equal((await stateOf(file)).state, 'done')
})

it('users take turns, however many files one of them has waiting', async () => {
  const [ben, clara] = [aCaller(), aCaller()]
  const owners = new Map<string, string>()
  for (const [by, name, count] of [
    [ann, 'ann', 4],
    [ben, 'ben', 2],
    [clara, 'clara', 1],
  ] as const) {
    for (let no = 1; no <= count; no++) owners.set(await aFile(`${name} ${no}`, `${name}.txt`, by), `${name} ${no}`)
  }
  const order: string[] = []
  for (let left = owners.size; left > 0; left--) {
    const { sha256 } = (await claimNext(trial.database.single, 60_000))!
    const row = await trial.database.reader.row<{ file: string }>(
      sql`select file from file_version where sha256 = decode(${sha256}, 'hex')`,
    )
    order.push(owners.get(row!.file)!)
  }
  assert.equal(await claimNext(trial.database.single, 60_000), undefined)
  // Ann had a turn in an earlier test, so the users who never had one come first.
  assert.deepEqual(order, ['ben 1', 'clara 1', 'ann 1', 'ben 2', 'ann 2', 'ann 3', 'ann 4'])
})

it('a file that the store cannot deliver does not delay the others', async () => {
  const bad = await aFile('can never be read')
  const good = await aFile('can be read')
  const row = await trial.database.reader.row<{ sha256: string }>(
    sql`select encode(sha256, 'hex') as sha256 from file_version where file = ${bad}`,
  )
  const node = nodeWith({
    ...trial.blobs,
    read: (sha256) => (sha256 === row!.sha256 ? Promise.reject(new Error('broken disk')) : trial.blobs.read(sha256)),
  })
  await assert.rejects(node.settle(), /broken disk/)
  await assert.rejects(node.settle(), /broken disk/)
  await node.close()
  assert.equal((await stateOf(good)).state, 'done')
  assert.deepEqual(await stateOf(bad), { state: 'waiting', reason: null, tries: 0 })
  await trial.files.texts.settle()
})

it('a file that killed its process twice is not tried a third time', async () => {
  const file = await aFile('deadly')
  const dieOf = async () => {
    const taken = await claimNext(trial.database.single, 0)
    await new Promise((resolve) => setTimeout(resolve, 2))
    return taken?.tries
  }
  assert.deepEqual([await dieOf(), await dieOf(), await dieOf()], [1, 2, undefined])
  assert.deepEqual(await stateOf(file), {
    state: 'failed',
    reason: 'its extraction process ended twice without a result',
    tries: 2,
  })
})

it('a file that another node has taken is left to that node', async () => {
  const file = await aFile(`taken ${newId()}`)
  assert.ok(await claimNext(trial.database.single, 60_000))
  await trial.files.texts.settle()
  assert.deepEqual(await stateOf(file), { state: 'waiting', reason: null, tries: 1 })
})

it('words that the database rejects make only their file fail', async () => {
  const file = await aFile('refused words')
  const { single } = trial.database
  let statements = 0
  const rows: Tx['rows'] = (statement) =>
    ++statements === 2 ? Promise.reject(new Error('no')) : single.rows(statement)
  const database = { ...trial.database, single: { writes: true as const, rows, row: single.row.bind(single) } }
  await new ExtractionQueue({ database, blobs: trial.blobs, log: () => {} }).settle()
  assert.deepEqual(await stateOf(file), { state: 'failed', reason: 'its text could not be stored', tries: 1 })
})

it('a file with very many different words is found by the first of them', async () => {
  const file = await aFile(Array.from({ length: 300_000 }, (_, at) => at.toString(36)).join(' '))
  await trial.files.texts.settle()
  assert.deepEqual(await stateOf(file), { state: 'done', reason: null, tries: 1 })
  const found = async (text: string) => (await trial.files.search(ann, { filter: { text } })).total
  assert.deepEqual([await found((40_000).toString(36)), await found((299_999).toString(36))], [1, 0])
})

it('the text is deleted together with the bytes', async () => {
  const file = await aFile('short life')
  await trial.database.single.rows(sql`delete from file_version where file = ${file}`)
  const before = await trial.database.reader.row<{ n: number }>(sql`select count(*)::int as n from blob_text`)
  trial.clock.advance(3 * 3_600_000)
  await trial.files.sweep()
  const left = await trial.database.reader.row<{ n: number }>(sql`select count(*)::int as n from blob_text`)
  assert.equal(left!.n, before!.n - 1)
})
