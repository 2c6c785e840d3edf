// Takes long: it creates many databases.
// Runs on the embedded database only: it is about the embedded database.
import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { embeddedPlace, memoryFolder } from '../../../../test/database.ts'
import { sql } from '../sql.ts'
import { openEmbedded } from './embedded.ts'

const folders: string[] = []
const children: ChildProcess[] = []
const noLog = (): void => {}
after(() => {
  for (const child of children) child.kill('SIGKILL')
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'chancery-folder-'))
  folders.push(folder)
  return folder
}

/** Creates a data folder whose database holds the row 42, and returns its path. */
async function filledFolder(): Promise<string> {
  const { dataDir } = await embeddedPlace(memoryFolder())
  folders.push(dataDir)
  const database = await openEmbedded(dataDir, noLog)
  await database.single.rows(sql`create table kept (id int)`)
  await database.single.rows(sql`insert into kept values (42)`)
  await database.close()
  return dataDir
}

async function rowsOf(dataDir: string): Promise<unknown> {
  const database = await openEmbedded(dataDir, noLog)
  try {
    return await database.reader.rows(sql`select id from kept`)
  } finally {
    await database.close()
  }
}

/** Returns every path of a folder with its size and modification time. */
function contentsOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const { size, mtimeMs } = statSync(join(folder, name))
      return `${name} ${size} ${mtimeMs}`
    })
}

function openElsewhere(dataDir: string, user?: number): { child: ChildProcess; said: Promise<string> } {
  const child = fork(
    new URL('./opener.fixture.ts', import.meta.url),
    [dataDir],
    user === undefined ? {} : { uid: user },
  )
  children.push(child)
  const ended = once(child, 'exit').then(() => 'ended without a word')
  return { child, said: Promise.race([once(child, 'message').then(([words]) => words as string), ended]) }
}

const dataDir = await filledFolder()
const db = join(dataDir, 'db')

describe('an incomplete database folder', () => {
  for (const name of ['PG_VERSION', 'global/pg_control', 'base', 'base/5', 'pg_wal', 'pg_xact', 'postgresql.conf']) {
    it(`is refused with its name and left unchanged when ${name} is missing, and works again when it is restored`, async () => {
      const away = join(dataDir, 'away')
      renameSync(join(db, name), away)
      const before = contentsOf(dataDir)
      await assert.rejects(openEmbedded(dataDir, noLog), (error: Error) => {
        assert.match(error.message, new RegExp(`is incomplete: .*${name}.* missing. Nothing was changed`))
        assert.match(error.message, /Restore the whole folder from a backup, or move it away/)
        return true
      })
      assert.deepEqual(contentsOf(dataDir), before)
      renameSync(away, join(db, name))
      assert.deepEqual(await rowsOf(dataDir), [{ id: 42 }])
    })
  }

  for (const bytes of [0, 4096]) {
    it(`is refused when pg_control was cut off after ${bytes} bytes`, async () => {
      const control = join(db, 'global/pg_control')
      cpSync(control, join(dataDir, 'control'))
      truncateSync(control, bytes)
      await assert.rejects(openEmbedded(dataDir, noLog), /pg_control has \d+ bytes and must have 8192/)
      cpSync(join(dataDir, 'control'), control)
      assert.deepEqual(await rowsOf(dataDir), [{ id: 42 }])
    })
  }

  it('is refused when the write-ahead log is empty', async () => {
    const copy = newFolder()
    cpSync(dataDir, copy, { recursive: true })
    for (const name of readdirSync(join(copy, 'db/pg_wal'))) rmSync(join(copy, 'db/pg_wal', name), { recursive: true })
    await assert.rejects(openEmbedded(copy, noLog), /the log in pg_wal\/ is missing/)
  })

  it('is refused with the version when another version of PostgreSQL made it', async () => {
    const version = join(db, 'PG_VERSION')
    for (const [text, sentence] of [
      ['17\n', /was made by PostgreSQL 17, and this version of Chancery has PostgreSQL 18/],
      ['', /has an invalid PG_VERSION/],
    ] as const) {
      writeFileSync(version, text)
      await assert.rejects(openEmbedded(dataDir, noLog), sentence)
    }
    writeFileSync(version, '18\n')
    assert.deepEqual(await rowsOf(dataDir), [{ id: 42 }])
  })

  it('is refused when its path is something other than a folder', async () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'db'), 'not a folder')
    await assert.rejects(openEmbedded(folder, noLog), /db is a file, but must be the folder/)
    rmSync(join(folder, 'db'))
    mkdirSync(join(folder, 'db/lost+found'), { recursive: true })
    await assert.rejects(openEmbedded(folder, noLog), /PG_VERSION|and \d+ more are missing/)
    assert.deepEqual(readdirSync(join(folder, 'db')), ['lost+found'])
  })

  it('is refused with the name of the owner when it belongs to another user', async (t) => {
    if (process.getuid === undefined) return t.skip('users have no numbers on this system')
    const isRoot = process.getuid() === 0
    const copy = newFolder()
    cpSync(dataDir, copy, { recursive: true })
    if (isRoot) chownSync(copy, 65_534, 65_534)
    else chmodSync(join(copy, 'db'), 0)
    const { child, said } = openElsewhere(copy, isRoot ? 65_534 : undefined)
    const sentence = await said
    child.kill('SIGKILL')
    if (!isRoot) chmodSync(join(copy, 'db'), 0o700)
    if (sentence === 'ended without a word') return t.skip('SKIPPED: other users may not read the program here')
    assert.match(sentence, /the user that runs Chancery may not read and write .*db \(user id \d+; db belongs to \d+\)/)
    assert.match(sentence, /chown -R/)
  })

  it('is not created again when it disappears under a running server', async () => {
    const copy = newFolder()
    cpSync(dataDir, copy, { recursive: true })
    const database = await openEmbedded(copy, noLog)
    renameSync(join(copy, 'db'), join(copy, 'away'))
    await database.crash()
    await assert.rejects(database.reader.rows(sql`select id from kept`), /does not respond/)
    assert.equal(existsSync(join(copy, 'db')), false)
    await database.close()
  })
})

describe('a new database', () => {
  it('is created when the folder exists and is empty', async () => {
    const folder = newFolder()
    mkdirSync(join(folder, 'db'))
    const database = await openEmbedded(folder, noLog)
    assert.equal((await database.reader.rows(sql`select 1`)).length, 1)
    await database.close()
    assert.deepEqual(readdirSync(folder), ['db'])
  })

  it('is not created behind a link, where it could not appear in one step', async () => {
    const [folder, elsewhere] = [newFolder(), newFolder()]
    symlinkSync(elsewhere, join(folder, 'db'))
    await assert.rejects(openEmbedded(folder, noLog), /db must be an ordinary folder, not a link or a mount point/)
    assert.deepEqual([readdirSync(folder), readdirSync(elsewhere)], [['db'], []])
  })

  it('appears in one step: a first start refuses a second one meanwhile, and a start after kill -9 creates it again', async () => {
    const folder = newFolder()
    const [making, done] = [join(folder, 'db.new'), join(folder, 'db')]
    const first = openElsewhere(folder)
    while (!existsSync(join(making, 'PG_VERSION'))) {
      assert.equal(existsSync(done), false)
      await wait(1)
    }
    first.child.kill('SIGSTOP')
    assert.equal(existsSync(done), false)
    assert.match(await openElsewhere(folder).said, new RegExp(`in use by process ${first.child.pid}`))
    first.child.kill('SIGKILL')
    await once(first.child, 'exit')
    assert.deepEqual([existsSync(making), existsSync(done)], [true, false])

    const database = await openEmbedded(folder, noLog)
    assert.equal((await database.reader.rows(sql`select 1`)).length, 1)
    await database.close()
    assert.deepEqual([existsSync(making), existsSync(done)], [false, true])
  })

  it('is not created over one that was restored beside the remains of a first start', async () => {
    const copy = newFolder()
    cpSync(dataDir, copy, { recursive: true })
    mkdirSync(join(copy, 'db.new'))
    // Earlier versions marked an unfinished database with this file and removed the folder at the next start.
    writeFileSync(join(copy, 'db.unfinished'), '')
    assert.deepEqual(await rowsOf(copy), [{ id: 42 }])
  })
})
