import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Database, Reader, Row } from '../../foundation/db/database.ts'
import { type Sql, sql } from '../../foundation/db/sql.ts'
import { createOnce } from '../../foundation/idempotency/once.ts'
import { newId } from '../../foundation/kit/ids.ts'
import { aCaller, formOf, sha256, someBytes, tryFiles } from '../files-trial.fixture.ts'
import { rootId } from '../index.ts'

const caller = aCaller()
const small = someBytes(10 * 1024)

/** Opens the room `files` on a database that counts statements; BEGIN and COMMIT count as statements. */
async function tryCounting() {
  let count = 0
  const noted = (statement: Sql): Sql => {
    count++
    return statement
  }
  const counting = <R extends Reader>(reader: R): R => ({
    ...reader,
    rows: <T extends object = Row>(statement: Sql) => reader.rows<T>(noted(statement)),
    row: <T extends object = Row>(statement: Sql) => reader.row<T>(noted(statement)),
  })
  const watch = (database: Database): Database => ({
    ...database,
    reader: counting(database.reader),
    single: counting(database.single),
    async transaction(work) {
      count += 2
      return database.transaction((tx) => work(counting(tx)))
    },
  })
  const trial = await tryFiles(({ database }) => ({ database: watch(database) }))
  return {
    ...trial,
    async statementsOf<T>(work: () => Promise<T>): Promise<{ result: T; statements: number }> {
      count = 0
      const result = await work()
      return { result, statements: count }
    },
  }
}

test('an upload of a small file to a directory sends at most three statements', async () => {
  await using trial = await tryCounting()
  const upload = () => trial.files.uploadTo(caller, rootId, { bytes: formOf(small, 'a.txt') })
  const { result, statements } = await trial.statementsOf(upload)
  assert.ok(statements <= 3, `${statements} statements`)
  assert.deepEqual(result, await trial.files.get(caller, result!.__id), 'the answer is the file as it is stored')
})

test('an upload to temporary storage sends at most two statements', async () => {
  await using trial = await tryCounting()
  const upload = () => trial.files.uploadTemporary(caller, { hash: newId(), bytes: formOf(small) })
  const { statements } = await trial.statementsOf(upload)
  assert.ok(statements <= 2, `${statements} statements`)
})

test('making an upload permanent sends at most five statements, and writes the same as an upload to a directory', async () => {
  await using trial = await tryCounting()
  const { files, database } = trial
  const hash = newId()
  await files.uploadTemporary(caller, { hash, bytes: formOf(small, 'a.txt') })
  const persist = () => files.persist(caller, { directory: rootId, hash, name: 'b.txt' })
  const { result, statements } = await trial.statementsOf(persist)
  assert.ok(statements <= 5, `${statements} statements`)
  assert.deepEqual(result, await files.get(caller, result.__id))
  const entry = await database.reader.row(sql`
    select user_id::text as "userId", before, after::text, outcome from audit where object = ${`file:${result.__id}`}`)
  const { after, ...others } = entry as { after: string }
  assert.deepEqual(others, { userId: caller.userId, before: null, outcome: 'done' })
  assert.deepEqual(JSON.parse(after), { name: 'b.txt', directory: rootId, size: small.length, sha256: sha256(small) })
})

test('an upload whose name is taken gets a numbered name, and one into a directory that was removed writes nothing', async () => {
  let afterPut = async (): Promise<unknown> => undefined
  await using trial = await tryFiles(({ blobs }) => ({
    blobs: { ...blobs, put: (...given) => blobs.put(...given).then(async () => void (await afterPut())) },
  }))
  const { files, database } = trial
  const rows = async () =>
    database.reader.row(sql`
      select (select count(*) from file) as files, (select count(*) from file_version) as versions,
        (select count(*) from audit where object like 'file:%') as entries`)
  const upload = (directory: string) => files.uploadTo(caller, directory, { bytes: formOf(small, 'a.txt') })
  const three = { files: '3', versions: '3', entries: '3' }
  for (const name of ['a.txt', 'a (1).txt', 'a (2).txt']) assert.equal((await upload(rootId))!.name, name)
  assert.deepEqual(await rows(), three)
  const { __id: directory } = JSON.parse((await files.directories.create(caller, { name: 'gone' })).text)
  afterPut = () => database.single.rows(sql`update directory set deleted_at = now() where id = ${directory}`)
  await assert.rejects(upload(directory), { code: 'files.directory_not_found' })
  assert.deepEqual(await rows(), three)
  assert.deepEqual(trial.onDisk(), [])
})

test('of two uploads with one idempotency key at the same time, one makes a file, also when its name is taken', async () => {
  await using trial = await tryFiles()
  const { files, database } = trial
  await files.uploadTo(caller, rootId, { bytes: formOf(small, 'a.txt') })
  const keyed = () => {
    const once = createOnce({ scope: ['key'], request: [], requestId: newId(), at: new Date(trial.clock.nowMs()) })
    return files.uploadTo({ ...caller, once }, rootId, { bytes: formOf(small, 'a.txt') })
  }
  const ends = await Promise.allSettled([keyed(), keyed()])
  assert.deepEqual(ends.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  const made = ends.find((end) => end.status === 'fulfilled')!.value!
  const names = await database.reader.rows<{ name: string }>(sql`select name from file order by created_at, id`)
  assert.deepEqual(names.map(({ name }) => name).sort(), ['a (1).txt', 'a.txt'])
  const keys = await database.reader.rows(sql`select object from idempotency_key`)
  assert.deepEqual(keys, [{ object: made.__id }])
})
