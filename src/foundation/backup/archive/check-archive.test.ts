// Takes long: it reads many broken archives.
// Runs on the embedded database only: no test in this file uses a database.
import assert from 'node:assert/strict'
import { createHash, hash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { checkArchive } from './check-archive.ts'
import { headName, manifestHashName, manifestName } from './manifest.ts'
import { readTarHeader, tarHeader } from './tar.ts'
import { createTarWriter } from './tar-writer.ts'

const folder = mkdtempSync(join(tmpdir(), 'chancery-archive-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const head = { format: 1, product: '1.2.3', id: 'one', createdAt: 'now', database: { kind: 'embedded', version: '18' } }
const bytes = Buffer.from('the bytes of a file')
const sha256 = createHash('sha256').update(bytes).digest('hex')
const part = Buffer.from('packed rows')

/** Writes an archive with one table and one file of the given chunks. */
async function write(name: string, { format = 1, missing = false, chunks = [bytes] } = {}): Promise<string> {
  const path = join(folder, name)
  const writer = await createTarWriter(path, 0)
  const own = { ...head, format }
  const parts = [
    { name: 'tables/public.users/000001.jsonl.zst', sha256: createHash('sha256').update(part).digest('hex') },
  ]
  const text = JSON.stringify({
    ...own,
    tables: [{ name: 'public.users', parts }],
    files: { count: 1, bytes: bytes.length },
    missingFiles: missing ? [sha256] : [],
  })
  await writer.add(headName, Buffer.from(JSON.stringify(own)))
  await writer.add(parts[0]!.name, part)
  const problem = await writer.addChunks(`files/${sha256}`, bytes.length, async () => ReadableStream.from(chunks))
  assert.equal(problem !== undefined, missing)
  await writer.add(manifestName, Buffer.from(text))
  await writer.add(manifestHashName, Buffer.from(`${hash('sha256', text)}\n`))
  const { bytes: size, sha256: whole } = await writer.finish()
  await writer.close()
  const written = readFileSync(path)
  assert.deepEqual([size, whole], [written.length, createHash('sha256').update(written).digest()])
  return path
}

it('an archive is read back; the files that it lacks are named', async () => {
  const manifest = await checkArchive(await write('whole.tar'), () => {})
  assert.deepEqual([manifest.product, manifest.files.count, manifest.missingFiles], ['1.2.3', 1, []])
  const short = await write('short.tar', { missing: true, chunks: [bytes.subarray(0, 5)] })
  assert.deepEqual((await checkArchive(short, () => {})).missingFiles, [sha256])
  const long = await write('long.tar', { missing: true, chunks: [bytes, bytes] })
  assert.deepEqual((await checkArchive(long, () => {})).missingFiles, [sha256])
})

it('an archive is refused after a change of any byte', async () => {
  const whole = readFileSync(await write('changed.tar'))
  const path = join(folder, 'changed-copy.tar')
  for (let at = 0; at < whole.length - 1024; at++) {
    const copy = Buffer.from(whole)
    copy[at]! ^= 1
    writeFileSync(path, copy)
    await assert.rejects(
      checkArchive(path, () => {}),
      { message: /is damaged: .* Nothing was changed|is not an archive of|reads format 1/ },
      `byte ${at}`,
    )
  }
})

it('an archive is refused when it is cut off anywhere', async () => {
  const whole = readFileSync(await write('cut.tar'))
  const path = join(folder, 'cut-copy.tar')
  for (let length = 0; length < whole.length - 1024; length += 100) {
    writeFileSync(path, whole.subarray(0, length))
    await assert.rejects(
      checkArchive(path, () => {}),
      { message: /is damaged: it ends too early|is not an archive of/ },
      `${length} bytes`,
    )
  }
})

it('other files and archives of newer versions are refused with the reason', async () => {
  const path = join(folder, 'other.tar')
  writeFileSync(path, 'PK something else'.repeat(100))
  await assert.rejects(
    checkArchive(path, () => {}),
    { message: /other.tar is not an archive of "chancery backup"/ },
  )
  await assert.rejects(
    checkArchive(join(folder, 'none'), () => {}),
    { message: /there is no file/ },
  )
  await assert.rejects(
    checkArchive(await write('newer.tar', { format: 2 }), () => {}),
    {
      message: /made by Chancery 1\.2\.3, which writes archives of format 2; this version reads format 1/,
    },
  )
})

it('sizes above 8 GiB are written in the form of GNU tar', () => {
  const size = 20 * 1024 ** 3 + 17
  assert.deepEqual(readTarHeader(tarHeader('files/large', size, 0)), { name: 'files/large', size })
})
