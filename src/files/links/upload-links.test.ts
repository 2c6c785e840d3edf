import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { openTestDatabase } from '../../../test/database.ts'
import type { Database } from '../../foundation/db/database.ts'
import { sql } from '../../foundation/db/sql.ts'
import { createMovableClock } from '../../foundation/kit/clock.ts'
import { newId } from '../../foundation/kit/ids.ts'
import { People, systemCaller } from '../../people/index.ts'
import { formOf, incoming } from '../files-trial.fixture.ts'
import { createFiles, type Files } from '../index.ts'
import { minPartBytes } from '../uploads/content-range.ts'

/**
 * Starts two nodes on one database and one folder, with a user. `change` can replace the database of the first node.
 */
async function twoNodes(change: (database: Database) => Database = (same) => same) {
  const database = await openTestDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'chancery-nodes-'))
  const clock = createMovableClock()
  const node = (own: Database): Files => createFiles({ database: own, clock, log: () => {}, folder })
  const nodes: readonly [Files, Files] = [node(change(database)), node(database)]
  const people = new People({ database, clock })
  const caller = systemCaller(await people.administrator())
  const issue = async (hash: string): Promise<[string, string]> => {
    const [token, name] = (await nodes[0].uploadLinks.create(caller, hash)).split('/').slice(-2)
    return [token!, name!]
  }
  return {
    nodes,
    database,
    clock,
    caller,
    issue,
    onDisk: () => readdirSync(join(folder, 'tmp')),
    async [Symbol.asyncDispose]() {
      for (const files of nodes) await files.close()
      await people.close()
      await database.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Returns a body whose first byte arrives at once and whose rest arrives when `gap` resolves. */
function slowly(text: string, gap: Promise<unknown>) {
  return incoming(
    Readable.from(
      (async function* () {
        yield Buffer.from(text.slice(0, 1))
        await gap
        yield Buffer.from(text.slice(1))
      })(),
      { objectMode: false },
    ),
    undefined,
  )
}

test('one link used at two nodes accepts one upload, and the second request leaves that upload unchanged', async () => {
  await using both = await twoNodes()
  const { nodes, caller, issue } = both
  const hash = newId()
  const link = await issue(hash)
  const gap = Promise.withResolvers<void>()
  const slow = nodes[0].uploadLinks.receive(...link, slowly('slow', gap.promise))
  slow.catch(() => {})
  while (both.onDisk().length === 0) await new Promise(setImmediate)
  await nodes[1].uploadLinks.receive(...link, incoming('quick', undefined))
  gap.resolve()
  await assert.rejects(slow, { code: 'files.wrong_link' })
  const file = await nodes[0].temporaryByHash(caller.userId, hash)
  assert.equal(readFileSync(file!.path, 'utf8'), 'quick')
  assert.deepEqual(both.onDisk(), [file!.id])
})

test('two links for one hash used at two nodes create one upload', async () => {
  await using both = await twoNodes()
  const { nodes, caller, issue } = both
  const hash = newId()
  const [one, two] = [await issue(hash), await issue(hash)]
  const gap = Promise.withResolvers<void>()
  const slow = nodes[0].uploadLinks.receive(...one, slowly('slow', gap.promise))
  slow.catch(() => {})
  while (both.onDisk().length === 0) await new Promise(setImmediate)
  await nodes[1].uploadLinks.receive(...two, incoming('quick', undefined))
  gap.resolve()
  await assert.rejects(slow, { code: 'files.hash_taken' })
  const file = await nodes[0].temporaryByHash(caller.userId, hash)
  assert.equal(readFileSync(file!.path, 'utf8'), 'quick')
  assert.deepEqual(both.onDisk(), [file!.id])
})

test('an upload that was completed after the other request had looked for one is not replaced', async () => {
  let gate: Promise<void> | undefined
  const reached = Promise.withResolvers<void>()
  await using both = await twoNodes((database) => ({
    ...database,
    single: {
      ...database.single,
      async row(statement) {
        if (gate) reached.resolve()
        await gate
        return database.single.row(statement)
      },
    },
  }))
  const { nodes, caller, issue } = both
  const hash = newId()
  const [one, two] = [await issue(hash), await issue(hash)]
  const bytes = formOf(Buffer.alloc(minPartBytes))
  await nodes[0].uploadTemporary(caller, { hash, bytes, contentRange: `bytes 0-${minPartBytes}/${minPartBytes + 1}` })
  const open = Promise.withResolvers<void>()
  gate = open.promise
  const late = nodes[0].uploadLinks.receive(...one, incoming('late', undefined))
  late.catch(() => {})
  await reached.promise
  await nodes[1].uploadLinks.receive(...two, incoming('first', undefined))
  open.resolve()
  await assert.rejects(late, { code: 'files.hash_taken' })
  const file = await nodes[1].temporaryByHash(caller.userId, hash)
  assert.equal(readFileSync(file!.path, 'utf8'), 'first')
  assert.deepEqual(both.onDisk(), [file!.id])
})

test('the mark of a used link is removed when the link expires', async () => {
  await using both = await twoNodes()
  const { nodes, database, clock, issue } = both
  const spent = async () => (await database.reader.rows(sql`select from spent_link`)).length
  await nodes[0].uploadLinks.receive(...(await issue(newId())), incoming('x', undefined))
  clock.advance(9 * 60_000)
  await nodes[0].sweep()
  assert.equal(await spent(), 1)
  clock.advance(60_000)
  await nodes[0].sweep()
  assert.equal(await spent(), 0)
})
