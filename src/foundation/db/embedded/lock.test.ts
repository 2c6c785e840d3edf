// Takes long: it kills the owners of a lock.
// Runs on the embedded database only: it is about the embedded database.
import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { readLock, takeLock, writeUrl } from './lock.ts'

const folders: string[] = []
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'chancery-lock-'))
  folders.push(folder)
  return folder
}

function change(folder: string, changes: object): void {
  const path = join(folder, 'lock')
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), ...changes }))
}

it('a lock that another process holds is refused with its process id and address', async () => {
  const folder = newFolder()
  const lock = await takeLock(folder)
  await assert.rejects(takeLock(folder), new RegExp(`DATA_DIR ${folder} is in use by process ${process.pid};`))
  writeUrl(folder, 'http://127.0.0.1:8080')
  assert.equal((await readLock(folder))?.url, 'http://127.0.0.1:8080')
  await assert.rejects(takeLock(folder), /which listens on http:\/\/127\.0\.0\.1:8080/)
  lock.release()
  assert.equal(await readLock(folder), undefined)
  ;(await takeLock(folder)).release()
})

it('the lock of a dead process is taken over', async () => {
  const folder = newFolder()
  await takeLock(folder)
  change(folder, { pid: 2 ** 22 + 1 })
  assert.equal(await readLock(folder), undefined)
  const second = await takeLock(folder)
  assert.equal((await readLock(folder))?.pid, process.pid)
  second.release()
})

it('a process that has the process id of a dead holder does not count as the holder', async (t) => {
  if (process.platform !== 'linux') return t.skip('only Linux tells when a process started')
  const folder = newFolder()
  await takeLock(folder)
  change(folder, { started: 'before the last boot' })
  ;(await takeLock(folder)).release()
})

it('an incomplete lock file is taken over', async () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'lock'), '{"pid":')
  ;(await takeLock(folder)).release()
})

it('a holder on another host keeps the lock while it sends heartbeats', async () => {
  const folder = newFolder()
  const lock = await takeLock(folder)
  change(folder, { host: 'another-host' })
  await assert.rejects(takeLock(folder), /on another-host/)
  lock.release()
  const longAgo = new Date(Date.now() - 60_000)
  utimesSync(join(folder, 'lock'), longAgo, longAgo)
  ;(await takeLock(folder)).release()
})

it('a holder on another host keeps the lock even when the clocks differ by a day', async (t) => {
  const folder = newFolder()
  const lock = await takeLock(folder)
  change(folder, { host: 'another-host' })
  const yesterday = (): void => utimesSync(join(folder, 'lock'), Date.now() / 1000 - 86_400, Date.now() / 1000 - 86_400)
  yesterday()
  const beat = setInterval(yesterday, 500)
  t.after(() => clearInterval(beat))
  await assert.rejects(takeLock(folder), /on another-host/)
  lock.release()
})

it('of many processes that start on a stale lock at once, exactly one gets it', async () => {
  const folder = newFolder()
  for (let round = 0; round < 3; round++) {
    writeFileSync(join(folder, 'lock'), JSON.stringify({ pid: 2 ** 22 + 1, started: 'x', host: 'y' }))
    utimesSync(join(folder, 'lock'), 0, 0)
    const children = Array.from({ length: 4 }, () => fork(new URL('./lock.fixture.ts', import.meta.url), [folder]))
    const words = await Promise.all(
      children.map((child) => new Promise<unknown>((resolve) => child.once('message', resolve))),
    )
    assert.equal(words.filter((word) => word === 'taken').length, 1, words.join('\n'))
    const ends = children.map((child) => new Promise((resolve) => child.once('exit', resolve)))
    for (const child of children) child.kill('SIGKILL')
    await Promise.all(ends)
  }
})
