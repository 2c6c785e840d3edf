import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { assertDone, assertRefused, aUser } from '../../../../test/everything.ts'
import { type Answer, type Body, startEmptyPlatform, type TestPlatform } from '../../../../test/platform.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { aDirectory, aFile, anUpload, formOf, linkOf, rootId } from './files.fixture.ts'

// The files are on a small separate file system that the test can fill.
const mount = (folder: string): boolean =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=32m', 'tmpfs', folder]).status === 0
const unmount = (folder: string): void => void spawnSync('umount', ['--lazy', folder])

function withoutMounts(): string | false {
  const folder = mkdtempSync(join(tmpdir(), 'chancery-mount-'))
  const works = process.platform === 'linux' && mount(folder)
  if (works) unmount(folder)
  rmdirSync(folder)
  return works ? false : 'SKIPPED: no file system can be mounted here; that needs root on Linux'
}

const disk = '/pub/v1/disk'
const big = Buffer.alloc(4 * 1024 ** 2, 'x')

describe('a full disk', { skip: withoutMounts() }, () => {
  let platform: TestPlatform
  let folder: string
  let kept: Body
  let begun: string
  let waiting: string
  before(async () => {
    platform = await startEmptyPlatform({ FILES_RESERVE: '0' })
    folder = join(platform.dataDir, 'files')
    assert.ok(mount(folder))
    for (const name of ['tmp', 'bytes']) mkdirSync(join(folder, name))
    kept = await aFile(platform.call, 'kept before', 'kept.txt')
    waiting = await anUpload(platform.call, 'waiting')
    begun = newId()
    assert.equal((await part(0, 5)).status, 206)
  })
  after(async () => {
    unmount(folder)
    await platform[Symbol.asyncDispose]()
  })

  const mib = (count: number): number => count * 1024 ** 2
  const part = (from: number, to: number): Promise<Answer> =>
    platform.call('POST', `${disk}/file/upload?hash=${begun}`, formOf(Buffer.alloc(mib(to - from), 'y'), 'p.bin'), {
      'content-range': `bytes ${mib(from)}-${mib(to)}/${mib(10)}`,
    })
  const aLink = async (): Promise<string> => {
    const { body } = await platform.call('POST', `${disk}/links/upload`, { hashesList: [newId()] })
    return body.items[0].link.slice(platform.url.length)
  }

  function fill(): void {
    const { bavail, bsize } = statfsSync(folder)
    writeFileSync(join(folder, 'filler'), Buffer.alloc(bavail * bsize - 256 * 1024))
  }

  it('refuses uploads with 402, affects no other request, and accepts uploads again when there is space', async () => {
    const link = await aLink()
    const before = readdirSync(join(folder, 'tmp')).length
    fill()
    for (const answer of [
      await platform.call('POST', `${disk}/file/upload?hash=${newId()}`, formOf(big, 'a')),
      await platform.call('POST', `${disk}/directory/${rootId}/upload`, formOf(big, 'never.bin')),
      await platform.as('')('PUT', link, big),
      await part(5, 10),
    ])
      assertRefused(answer, 402, 'files.disk_full', /no space left for files/)
    assert.equal(readdirSync(join(folder, 'tmp')).length, before, 'what did not fit is gone')
    const { body } = await platform.call('POST', `${disk}/files/search`, { filter: { __name: 'never' } })
    assert.equal(body.result.total, 0)

    await aDirectory(platform.call, 'Still made')
    await aUser(platform, { login: 'still-made' })
    assertDone(await platform.call('GET', `${disk}/file/${kept.__id}`))
    assert.equal(await (await fetch(await linkOf(platform.call, kept.__id))).text(), 'kept before')
    await anUpload(platform.call, 'what still fits')

    rmSync(join(folder, 'filler'))
    assertDone(await platform.as('')('PUT', link, big))
    await aFile(platform.call, big, 'now.bin')
    const last = await part(5, 10)
    assert.deepEqual([last.status, last.body.file.size], [200, mib(10)], 'parts go on where they were')
    assertDone(
      await platform.call('POST', `${disk}/files`, { files: [{ directory: rootId, hash: waiting, name: 'w' }] }),
    )
  })
})
