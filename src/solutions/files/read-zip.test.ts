// Runs on the embedded database only: no test in this file uses a database.
import assert from 'node:assert/strict'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { ZipFile } from 'yazl'
import { applicationKind } from '../../data/application-kind/application-kind.ts'
import { readFiles, shopFiles } from '../solution.fixture.ts'
import { readFolder } from './read-folder.ts'
import { readZip } from './read-zip.ts'
import { limits } from './solution-files.ts'

async function zipOf(files: Iterable<readonly [string, string | Uint8Array]>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [path, content] of files) zip.addBuffer(Buffer.from(content as string), path)
  zip.end()
  return buffer(zip.outputStream as unknown as AsyncIterable<Buffer>)
}

/** Returns the zip with every occurrence of `from` overwritten, to make names and sizes that no packer would write. */
function forged(zip: Buffer, from: string | Uint8Array, to: string | Buffer): Buffer {
  const copy = Buffer.from(zip)
  for (let at = copy.indexOf(from); at >= 0; at = copy.indexOf(from, at + 1)) Buffer.from(to as string).copy(copy, at)
  return copy
}

const invalid = (pattern: RegExp) => (error: { code: string; status: number; message: string }) => {
  assert.deepEqual([error.code, error.status], ['definition.archive_invalid', 400])
  assert.match(error.message, pattern)
  return true
}

describe('reading a zip', () => {
  it('gives the same as the files, at the top or inside the only folder', async () => {
    const files = shopFiles({ order: 'name: Заказы\n' })
    assert.deepEqual(await readZip(await zipOf(files)), files)
    assert.deepEqual(
      await readZip(await zipOf([...files].map(([path, text]) => [`shop-main/${path}`, text] as const))),
      files,
    )
    assert.equal(readFiles(await readZip(await zipOf(files))).of(applicationKind)[0]!.name, 'Заказы')
  })

  it('ignores sample data, notes and hidden files without unpacking them', async () => {
    const beside = [
      ['data/big.csv', Buffer.alloc(limits.fileBytes + 1)],
      ['README.md', 'x'],
      ['.git/config', 'x'],
    ] as const
    const files = shopFiles({})
    assert.deepEqual(await readZip(await zipOf([...files, ...beside])), files)
  })

  it('refuses paths that leave the archive', async () => {
    const zip = await zipOf([...shopFiles({}), ['aa/aa/aa/passwd', 'x']])
    await assert.rejects(readZip(forged(zip, 'aa/aa/aa/passwd', '../../../passwd')), invalid(/invalid relative path/))
    await assert.rejects(readZip(forged(zip, 'aa/aa/aa/passwd', '/a/aa/aa/passwd')), invalid(/absolute path/))
    await assert.rejects(readZip(forged(zip, 'aa/aa/aa/passwd', 'C:/aa/aa/passwd')), invalid(/absolute path/))
  })

  it('refuses a zip bomb by the size that it states', async () => {
    const bomb = await zipOf([...shopFiles({}), ['namespaces/shop/apps/a.yaml', Buffer.alloc(50 * 1024 * 1024, 'a')]])
    await assert.rejects(readZip(bomb), invalid(/larger than 512 KiB/))
  })

  it('refuses a zip bomb with a false size while unpacking', async () => {
    const size = Buffer.alloc(4)
    size.writeUInt32LE(5_000_000)
    const small = Buffer.alloc(4)
    small.writeUInt32LE(100)
    const bomb = await zipOf([...shopFiles({}), ['namespaces/shop/apps/a.yaml', Buffer.alloc(5_000_000, 'a')]])
    await assert.rejects(readZip(forged(bomb, size, small)), invalid(/too many bytes/))
  })

  it('refuses too many files, repeated files, and bytes that are not a zip', async () => {
    const many = Array.from(
      { length: limits.files + 1 },
      (_, index) => [`namespaces/a/apps/a${index}.yaml`, 'x'] as const,
    )
    await assert.rejects(readZip(await zipOf(many)), invalid(/at most 2000 files/))
    const twice = [
      ['solution.yaml', 'x'],
      ['solution.yaml', 'y'],
    ] as const
    await assert.rejects(readZip(await zipOf(twice)), invalid(/occurs twice/))
    await assert.rejects(
      readZip(await zipOf([['solution.yaml', Buffer.from([0xff, 0xfe, 0x61])]])),
      invalid(/not UTF-8/),
    )
    await assert.rejects(readZip(Buffer.from('not a zip at all, by no means')), invalid(/the zip cannot be read/))
    await assert.rejects(readZip(new Uint8Array()), invalid(/the zip cannot be read/))
  })
})

describe('reading a folder', () => {
  it('refuses links, so that nothing outside the folder is read', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'chancery-solution-'))
    try {
      await writeFile(join(folder, 'solution.yaml'), 'x')
      assert.deepEqual([...(await readFolder(folder))], [['solution.yaml', 'x']])
      await symlink('/etc/hostname', join(folder, 'namespace.yaml'))
      await assert.rejects(readFolder(folder), invalid(/"namespace\.yaml" is a link/))
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('refuses a file that is too large before reading it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'chancery-solution-'))
    try {
      await writeFile(join(folder, 'solution.yaml'), 'x'.repeat(limits.fileBytes + 1))
      await assert.rejects(readFolder(folder), invalid(/larger than 512 KiB/))
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
