// Takes long: it restores changed archives.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { type Manifest, manifestHashName, manifestName } from '../../src/foundation/backup/archive/manifest.ts'
import { readTar } from '../../src/foundation/backup/archive/tar-reader.ts'
import { createTarWriter } from '../../src/foundation/backup/archive/tar-writer.ts'
import { sql } from '../../src/foundation/db/sql.ts'
import { emptyPlace, kinds } from '../backup-places.ts'
import { restore, startRestored } from './backup.fixture.ts'

type Changed = { -readonly [Key in keyof Manifest]: Manifest[Key] }

const fixture = fileURLToPath(new URL('../fixtures/backup-0.1.0.tar', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'chancery-changed-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const [compress, decompress] = [promisify(zstdCompress), promisify(zstdDecompress)]
const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')

/**
 * Writes a copy of the archive as somebody could who knows its format: with a changed manifest, changed rows of the
 * queues, and all hashes and digests correct. Returns its path.
 */
async function changedArchive(
  name: string,
  { manifest: change = () => {}, queue: changeQueue = (row) => row, more = {} }: Changes,
): Promise<string> {
  const path = join(folder, name)
  const writer = await createTarWriter(path, 0)
  let queuePart: { sha256: string; digest: string } | undefined
  for await (const file of readTar(fixture, () => {})) {
    const bytes = Buffer.concat(await Array.fromAsync(file.chunks()))
    if (file.name === manifestHashName) continue
    if (file.name === manifestName) {
      const manifest = JSON.parse(bytes.toString()) as Changed
      const tables = manifest.tables.map((table) => {
        if (table.name !== 'pgboss.queue') return table
        return { ...table, digest: queuePart!.digest, parts: [{ ...table.parts[0]!, sha256: queuePart!.sha256 }] }
      })
      Object.assign(manifest, { tables })
      change(manifest)
      for (const [other, content] of Object.entries(more)) await writer.add(other, Buffer.from(content))
      const text = JSON.stringify(manifest)
      await writer.add(manifestName, Buffer.from(text))
      await writer.add(manifestHashName, Buffer.from(`${sha256(text)}\n`))
    } else if (file.name.startsWith('tables/pgboss.queue/')) {
      const lines = (await decompress(bytes)).toString().trim().split('\n')
      const changed = lines.map((line) => JSON.stringify(changeQueue(JSON.parse(line))))
      const packed = await compress(Buffer.from(`${changed.join('\n')}\n`))
      // The database writes a space behind each comma.
      const digest = changed
        .map((line) =>
          JSON.stringify(JSON.parse(line), null, 1).replaceAll(/\[\n ?|\n\]/g, (found) =>
            found[0] === '[' ? '[' : ']',
          ),
        )
        .map((line) => line.replaceAll(/,\n */g, ', '))
        .reduce((sum, line) => sum + BigInt(`0x${sha256(line).slice(0, 15)}`), 0n)
      queuePart = { sha256: sha256(packed), digest: String(digest) }
      await writer.add(file.name, packed)
    } else await writer.add(file.name, bytes)
  }
  await writer.finish()
  await writer.close()
  return path
}

interface Changes {
  readonly manifest?: (manifest: Changed) => void
  readonly queue?: (row: (string | null)[]) => (string | null)[]
  /** Further files, by their names. */
  readonly more?: Readonly<Record<string, string>>
}

describe('an archive that somebody has changed', () => {
  for (const kind of kinds) {
    it(`executes no SQL when it is restored into the kind "${kind}"; the views are those of the definitions`, async () => {
      const path = await changedArchive(`sql-${kind}.tar`, {
        manifest(manifest) {
          const evil = 'select 1 as one; create table public.evil ()'
          manifest.views = [
            ...manifest.views.map(({ name }) => ({ name, query: evil })),
            { name: 'evil" as select 1; create table public.evil (); --', query: 'select 1' },
          ]
          manifest.sequences = [...manifest.sequences, { name: 'pg_catalog.pg_class', value: '7', isCalled: true }]
        },
        queue: (row) => row.map((text) => (text === 'job_common' ? 'job_common; create table public.evil ()' : text)),
      })
      await using place = await emptyPlace(kind)
      const restored = await restore(place, path)
      assert.equal(restored.code, 0, restored.errors)
      assert.match(
        restored.errors,
        /the view bi\.evil.* belongs to no application, contract or report and was left out/,
      )
      await using server = await startRestored(place)
      const { reader } = server.platform.database
      const found = await reader.row(sql`
        select to_regclass('public.evil')::text as evil,
          (select count(*)::int from pg_attribute where attrelid = to_regclass('bi.docs_contracts') and attnum > 10) > 0 as viewed,
          (select string_agg(distinct table_name, ',') from pgboss.queue) as tables`)
      assert.deepEqual(found, { evil: null, viewed: true, tables: 'job_common' })
    })
  }

  it('is refused when it has a file whose name leads elsewhere', async () => {
    const path = await changedArchive('path.tar', {
      more: { 'files/../../../evil': 'evil' },
      manifest(manifest) {
        manifest.missingFiles = ['../../../evil']
        manifest.files = { count: manifest.files.count + 1, bytes: manifest.files.bytes + 4 }
      },
    })
    await using place = await emptyPlace(kinds[0]!)
    const { code, errors } = await restore(place, path)
    assert.equal(code, 1)
    assert.match(errors, /is damaged: it has a file "files\/\.\.\/\.\.\/\.\.\/evil"\. Nothing was changed/)
  })
})
