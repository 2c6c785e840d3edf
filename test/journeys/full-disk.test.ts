// Runs on the embedded database only: it is about the data folder with the embedded database.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, rmdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { embeddedPlace } from '../database.ts'
import { readyUrl, runChancery } from '../server-process.ts'

interface SmallDisk extends AsyncDisposable {
  readonly folder: string
  resize(size: string): void
  /** Uses up all free space; `empty` frees it again. */
  fill(): void
  empty(): void
}

/** Mounts a small disk in memory. Returns undefined where the user may not mount one. */
function mountDisk(size: string): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'chancery-disk-'))
  const mount = (...words: string[]): unknown => execFileSync('mount', words, { stdio: 'pipe' })
  try {
    mount('-t', 'tmpfs', '-o', `size=${size}`, 'chancery', folder)
  } catch {
    rmdirSync(folder)
    return undefined
  }
  const filler = join(folder, 'filler')
  return {
    folder,
    resize: (to) => void mount('-o', `remount,size=${to}`, folder),
    fill() {
      const file = openSync(filler, 'w')
      try {
        for (let bytes = 1024 ** 2; ; ) writeSync(file, Buffer.alloc(bytes))
      } catch (error) {
        assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC')
      } finally {
        closeSync(file)
      }
    },
    empty: () => rmSync(filler),
    async [Symbol.asyncDispose]() {
      execFileSync('umount', [folder])
      rmdirSync(folder)
    },
  }
}

const skipped = 'SKIPPED: this user may not mount a disk of its own'
const settings = (dataDir: string) => ({ DATA_DIR: dataDir, PORT: '0' })
const sentence = /^chancery serve: the disk of DATA_DIR \S+ is full; make room on it and start Chancery again\. .*\.\n$/

describe('a start on a full disk', () => {
  it('reports it at the first start, leaves no incomplete database, and works when there is space', async (t) => {
    await using disk = mountDisk('12m')
    if (disk === undefined) return t.skip(skipped)
    for (const size of ['12m', '200k']) {
      disk.resize(size)
      const first = runChancery(['serve'], settings(join(disk.folder, 'data')))
      assert.equal(await first.exited, 1)
      assert.match(first.errors(), sentence)
      assert.deepEqual(readdirSync(join(disk.folder, 'data')), [])
    }
    disk.resize('400m')
    const second = runChancery(['serve'], settings(join(disk.folder, 'data')))
    await readyUrl(second)
    second.child.kill('SIGTERM')
    assert.equal(await second.exited, 0, second.errors())
    assert.equal(existsSync(join(disk.folder, 'data', 'db', 'PG_VERSION')), true)
  })

  it('reports it at later starts too, and loses nothing', async (t) => {
    await using disk = mountDisk('400m')
    if (disk === undefined) return t.skip(skipped)
    const { dataDir } = await embeddedPlace(disk.folder)
    const first = runChancery(['apply', 'solutions/office'], settings(dataDir))
    assert.equal(await first.exited, 0, first.errors())
    disk.fill()
    const second = runChancery(['serve'], settings(dataDir))
    assert.equal(await second.exited, 1)
    assert.match(second.errors(), sentence)
    disk.empty()
    const third = runChancery(['plan', 'solutions/office'], settings(dataDir))
    assert.equal(await third.exited, 0, third.errors())
    assert.equal(third.output(), 'nothing to change\n')
  })
})
