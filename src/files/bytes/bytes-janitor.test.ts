import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import type { Database, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { newId } from '../../kit/ids.ts'
import { aCaller, type FilesTrial, formOf, sha256, tryFiles } from '../fixtures/files-trial.ts'
import { rootId } from '../index.ts'
import type { ByteStore } from './byte-store.ts'

const caller = aCaller()
const hours = (count: number): number => count * 60 * 60_000

async function keep({ files }: FilesTrial, content: string, hash = newId()) {
  await files.uploadTemporary(caller, { hash, bytes: formOf(Buffer.from(content)) })
  return files.keep(caller, { directory: rootId, hash, name: 'a.txt' })
}

const named = ({ database }: FilesTrial): Promise<{ sha256: Buffer }[]> =>
  database.reader.rows(sql`select sha256 from file_version`)
const has = ({ bytes }: FilesTrial, content: string): Promise<boolean> =>
  bytes.read(sha256(Buffer.from(content))).then(
    (stream) => text(stream).then(() => true),
    () => false,
  )

test('bytes that a file names stay, also those of a deleted file', async () => {
  await using trial = await tryFiles()
  await keep(trial, 'one')
  await trial.files.remove(caller, (await keep(trial, 'two')).__id)
  trial.clock.advance(hours(3))
  await trial.files.sweep()
  assert.deepEqual([await has(trial, 'one'), await has(trial, 'two')], [true, true])
})

test('equal bytes are kept once for several files', async () => {
  await using trial = await tryFiles()
  const [first, second] = [await keep(trial, 'equal'), await keep(trial, 'equal')]
  assert.notEqual(first.__id, second.__id)
  assert.equal(new Set((await named(trial)).map((row) => row.sha256.toString('hex'))).size, 1)
  assert.deepEqual(trial.onDisk(), [], 'the uploads are used up')
})

// Cut off anywhere, keeping an upload leaves a file with its bytes, or nothing to be seen.
for (let failing = 1; failing <= 12; failing++) {
  test(`an upload whose keeping breaks at step ${failing} can be kept again, and leaves no bytes that nothing names`, async () => {
    const breaker = createBreaker()
    await using trial = await tryFiles(({ database, bytes }) => ({
      database: breaker.database(database),
      bytes: breaker.bytes(bytes),
    }))
    const hash = newId()
    const { files, clock } = trial
    await files.uploadTemporary(caller, { hash, bytes: formOf(Buffer.from('precious')) })
    breaker.breakAt(failing)
    const first = await files.keep(caller, { directory: rootId, hash, name: 'a.txt' }).catch(() => undefined)
    breaker.breakAt(0)
    for (const row of await named(trial)) await trial.bytes.read(row.sha256.toString('hex'))

    if (failing % 2 === 0 || first !== undefined) {
      const again = await files.keep(caller, { directory: rootId, hash, name: 'a.txt' })
      if (first !== undefined) assert.equal(again.__id, first.__id)
      assert.equal((await named(trial)).length, 1)
      clock.advance(hours(3))
      await files.sweep()
      assert.equal(await has(trial, 'precious'), true)
    } else {
      const rows = await named(trial)
      clock.advance(hours(3))
      await files.sweep()
      assert.equal(await has(trial, 'precious'), rows.length === 1)
      assert.deepEqual(trial.onDisk(), [])
    }
  })
}

/** Breaks the n-th call of the database or the store, before or after it has done its work. */
function createBreaker() {
  let left = 0
  async function step<T>(work: () => Promise<T>): Promise<T> {
    if (left > 0 && --left === 0) throw new Error('broken before')
    const result = await work()
    if (left > 0 && --left === 0) throw new Error('broken after')
    return result
  }
  const steps = (tx: Tx): Tx => ({
    ...tx,
    rows: (statement) => step(() => tx.rows(statement)),
    row: (statement) => step(() => tx.row(statement)),
  })
  return {
    breakAt(call: number): void {
      left = call
    },
    database: (database: Database): Database => ({
      ...database,
      single: steps(database.single),
      transaction: (work) => step(() => database.transaction((tx) => work(steps(tx)))),
    }),
    bytes: (bytes: ByteStore): ByteStore => ({
      ...bytes,
      keep: (...given) => step(() => bytes.keep(...given)),
    }),
  }
}

test('bytes that are announced while they are being removed are kept anew', async () => {
  const removing = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  await using trial = await tryFiles(({ bytes }) => ({
    bytes: {
      ...bytes,
      async remove(name) {
        removing.resolve()
        await goOn.promise
        await bytes.remove(name)
      },
    },
  }))
  const { database, clock, files } = trial
  await keep(trial, 'hot')
  await database.single.rows(sql`delete from file_version`)
  clock.advance(hours(3))
  const sweeping = files.sweep()
  await removing.promise
  const keeping = keep(trial, 'hot')
  goOn.resolve()
  await Promise.all([sweeping, keeping])
  assert.equal(await has(trial, 'hot'), true)
})
