import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { failingDatabase } from '../../foundation/db/failing-database.fixture.ts'
import { sql } from '../../foundation/db/sql.ts'
import { createJobs } from '../../foundation/jobs/index.ts'
import { Imports } from './imports.ts'
import type { ImportOptions } from './options.ts'
import { runImport } from './run-import.ts'
import { tryImports } from './shop.fixture.ts'

const notes = 'name: Notes\nfields:\n  - { code: text, name: Text, type: string }\n'
const goods = `${notes}unique: [text]\n`
const shop = await tryImports({ notes, goods }, { batchRows: 3, idle: true })
after(() => shop[Symbol.asyncDispose]())

const running = new AbortController().signal
const deps = { ...shop.deps, batchRows: 3 }

async function started(code: string, content: string, options: ImportOptions = {}): Promise<string> {
  const fileHash = await shop.upload(content)
  const { importId } = await shop.imports.start(shop.caller, { namespace: 'shop', code }, { fileHash, ...options })
  return importId
}

async function textsWith(code: string, prefix: string): Promise<unknown[]> {
  return (await shop.rows(code)).map(({ text }) => text).filter((text) => String(text).startsWith(prefix))
}

async function rowNumbers(importId: string): Promise<number[]> {
  const rows = await shop.database.reader.rows<{ no: number }>(
    sql`select row_no as no from import_row where import = ${importId} order by row_no`,
  )
  return rows.map(({ no }) => no)
}

test('an import that is killed at any call to the database continues and applies each row exactly once', async () => {
  for (let nth = 1; ; nth++) {
    const prefix = `${nth}-`
    const wanted = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((letter) => prefix + letter)
    // No key identifies these rows, so a row that is applied twice creates an extra element.
    const id = await started('notes', `text\n${wanted.join('\n')}\n`)
    const failing = failingDatabase(shop.database, nth)
    await runImport({ ...deps, database: failing.database }, id, running).catch(() => {})
    await runImport(deps, id, running)

    assert.deepEqual(await textsWith('notes', prefix), wanted, `killed at call ${nth}`)
    const { state, total, processed, created } = await shop.imports.get(shop.caller, id)
    assert.deepEqual([state, total, processed, created], ['done', 7, 7, 7])
    assert.deepEqual(await rowNumbers(id), [2, 3, 4, 5, 6, 7, 8])
    if (!failing.hasFailed()) break
  }
})

test('an undo that is killed at any call continues when it is requested again', async () => {
  for (let nth = 1; ; nth++) {
    const prefix = `undo ${nth}-`
    const id = await started('notes', `text\n${prefix}a\n${prefix}b\n${prefix}c\n${prefix}d\n`)
    await runImport(deps, id, running)
    const failing = failingDatabase(shop.database, nth)
    const mortal = await Imports.create({ ...deps, database: failing.database, jobs: silentJobs })
    await mortal.undo(shop.caller, id).catch(() => {})
    const { state } = await shop.imports.get(shop.caller, id)
    if (state !== 'undone') assert.deepEqual(await shop.imports.undo(shop.caller, id), { undone: 4, kept: [] })
    assert.deepEqual(await textsWith('notes', prefix), [])
    if (!failing.hasFailed()) break
  }
})

test('processes that run one import at the same time apply each row exactly once', async () => {
  const wanted = Array.from({ length: 30 }, (_, index) => `both-${index}`)
  const id = await started('notes', `text\n${wanted.join('\n')}\n`)
  await Promise.all([runImport(deps, id, running), runImport(deps, id, running), runImport(deps, id, running)])
  assert.deepEqual(await textsWith('notes', 'both-'), wanted)
  assert.equal((await shop.imports.get(shop.caller, id)).state, 'done')
})

test('a process that resumes after another has taken over writes nothing and ends without an error', async () => {
  const id = await started('notes', 'text\nstale-1\nstale-2\nstale-3\nstale-4\n')
  const complaints: string[] = []
  let first = true
  const transaction: typeof shop.database.transaction = async (work) => {
    if (first) {
      first = false
      await runImport(deps, id, running)
    }
    return shop.database.transaction(work)
  }
  const log: typeof deps.log = (_level, message) => void complaints.push(message)
  await runImport({ ...deps, log, database: { ...shop.database, transaction } }, id, running)
  assert.deepEqual(await textsWith('notes', 'stale-'), ['stale-1', 'stale-2', 'stale-3', 'stale-4'])
  assert.deepEqual([(await shop.imports.get(shop.caller, id)).processed, complaints], [4, []])
})

test('an undo keeps an element that another user changed between two of its rows', async () => {
  const key = ['__externalId']
  await runImport(deps, await started('goods', '__externalId,text\nbetween,was\n'), running)
  const file = '__externalId,text\nbetween,one\nu1,u1\nu2,u2\nbetween,three\n'
  const id = await started('goods', file, { mode: 'upsert', key })
  const target = await shop.database.reader.row<{ id: string }>(
    sql`select id::text from element where external_id = 'between'`,
  )
  let batches = 0
  const transaction: typeof shop.database.transaction = async (work) => {
    const result = await shop.database.transaction(work)
    const address = { namespace: 'shop', code: 'goods', id: target!.id }
    if (++batches === 1) await shop.elements.update(shop.caller, address, { text: 'two' })
    return result
  }
  await runImport({ ...deps, database: { ...shop.database, transaction } }, id, running)
  const { undone, kept } = await shop.imports.undo(shop.caller, id)
  assert.deepEqual([undone, kept.map(({ row }) => row)], [2, [2]])
  assert.deepEqual(await textsWith('goods', 'three'), ['three'])
})

test('an import continues after the rows that were written, and the count never decreases', async () => {
  const id = await started('goods', 'text\n1\n2\n3\n4\n5\n6\n7\n')
  const stop = new AbortController()
  let batches = 0
  const transaction: typeof shop.database.transaction = async (work) => {
    if (++batches === 2) stop.abort()
    return shop.database.transaction(work)
  }
  const stopping = { ...deps, database: { ...shop.database, transaction } }
  await assert.rejects(runImport(stopping, id, stop.signal), { name: 'AbortError' })
  const cut = await shop.imports.get(shop.caller, id)
  assert.deepEqual([cut.state, cut.total, cut.processed], ['running', 7, 6])
  await runImport(deps, id, running)
  const { state, processed, created } = await shop.imports.get(shop.caller, id)
  assert.deepEqual([state, processed, created], ['done', 7, 7])
})

test('an import that has ended is not run again', async () => {
  const id = await started('goods', 'text\nonce\n')
  await runImport(deps, id, running)
  const before = await shop.imports.get(shop.caller, id)
  await runImport(deps, id, running)
  assert.deepEqual(await shop.imports.get(shop.caller, id), before)
})

test('when another writer takes a unique value between look-up and write, one row fails, not the batch', async () => {
  const id = await started('goods', 'text\nrace-1\nrace-2\nrace-3\n', { mode: 'create' })
  let raced = false
  const transaction: typeof shop.database.transaction = async (work) => {
    if (!raced) await shop.elements.create(shop.caller, { namespace: 'shop', code: 'goods' }, { text: 'race-2' })
    raced = true
    return shop.database.transaction(work)
  }
  await runImport({ ...deps, database: { ...shop.database, transaction } }, id, running)
  const { created, unchanged, failed } = await shop.imports.get(shop.caller, id)
  assert.deepEqual([created, unchanged, failed], [2, 1, 0])
  assert.equal((await textsWith('goods', 'race-')).length, 3)
})

test('an element that another writer changes between look-up and write is not overwritten', async () => {
  await runImport(deps, await started('goods', '__externalId,text\nmine,old\n'), running)
  const key = ['__externalId']
  const id = await started('goods', '__externalId,text\nmine,new\n', { mode: 'update', key })
  const target = await shop.database.reader.row<{ id: string }>(
    sql`select id::text from element where external_id = 'mine'`,
  )
  let raced = false
  const transaction: typeof shop.database.transaction = async (work) => {
    const address = { namespace: 'shop', code: 'goods', id: target!.id }
    if (!raced) await shop.elements.update(shop.caller, address, { text: 'new' })
    raced = true
    return shop.database.transaction(work)
  }
  await runImport({ ...deps, database: { ...shop.database, transaction } }, id, running)
  assert.deepEqual((await shop.imports.get(shop.caller, id)).unchanged, 1)
})

test('after a restart the queue continues with the remaining imports', async () => {
  const wanted = Array.from({ length: 20 }, (_, index) => `restart-${index}`)
  const id = await started('notes', `text\n${wanted.join('\n')}\n`)
  const failing = failingDatabase(shop.database, 25)
  await runImport({ ...deps, database: failing.database }, id, running).catch(() => {})
  assert.ok(failing.hasFailed())

  const jobs = await createJobs({ database: shop.database, log: shop.deps.log })
  const imports = await Imports.create({ ...deps, jobs })
  await jobs.start()
  await shop.ended(id)
  await imports.close()
  await jobs.close()
  assert.deepEqual(await textsWith('notes', 'restart-'), wanted)
})

/** Jobs that are not run, for a second instance of the module that only answers queries. */
const silentJobs = { ...shop.jobs, work: async () => {} }
