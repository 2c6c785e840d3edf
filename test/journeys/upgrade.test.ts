// Takes long: it restores and updates an archive of an earlier version.
import assert from 'node:assert/strict'
import { globSync, readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { checkArchive } from '../../src/foundation/backup/index.ts'
import { readMigrations } from '../../src/foundation/db/migrate.ts'
import { sql } from '../../src/foundation/db/sql.ts'
import { emptyPlace, kinds } from '../backup-places.ts'
import type { Body } from '../platform.ts'
import { assertVerified, finishInstances, restore, startRestored } from './backup.fixture.ts'

const folder = fileURLToPath(new URL('../fixtures/', import.meta.url))
const archives = globSync('backup-*.tar', { cwd: folder }).sort()

/** Processes of the solution `office` in the archives that have no access rules. */
const openBefore = ['docs.contracts.approval', 'docs.contracts.signing', 'docs.outgoing.sending']

describe('an archive of an earlier version', () => {
  it('is kept for every version that had backups', () => {
    assert.ok(archives.includes('backup-0.1.0.tar'), archives.join(', '))
  })

  for (const name of archives) {
    it(`${basename(name, '.tar')} is restored, updated and verified, and its work goes on`, async () => {
      const path = `${folder}${name}`
      assert.ok(statSync(path).size <= 2 * 1024 ** 2)
      const { instances, counterparty, contract, file } = JSON.parse(
        readFileSync(path.replace('.tar', '.json'), 'utf8'),
      )
      const manifest = await checkArchive(path, () => {})
      await using place = await emptyPlace(kinds[0]!)
      const restored = await restore(place, path)
      assert.equal(restored.code, 0, restored.errors)
      await using server = await startRestored(place)
      const { platform, call } = server
      const applied = await platform.database.reader.rows<{ name: string }>(
        sql`select name from migration order by name`,
      )
      assert.deepEqual(
        applied.map((one) => one.name),
        (await readMigrations()).map((one) => one.name),
      )
      await assertVerified(call)
      // Every user saw the instances of these processes before the update, because the processes have no access rules.
      const { drift } = (await call('GET', '/api/v1/solutions/office/drift')).body
      const narrowed = drift.filter(({ sentence }: Body) => /^since an update, .* visible only to/.test(sentence))
      assert.deepEqual(narrowed.map((one: Body) => one.path).sort(), openBefore)
      const rowsOf = (table: string) => manifest.tables.find((one) => one.name === table)!.rows
      const counts = await platform.database.reader.row(sql`
        select (select count(*) from element)::int as elements, (select count(*) from registration)::int as registrations,
          (select count(*) from process_instance)::int as instances, (select count(*) from file)::int as files`)
      assert.deepEqual(counts, {
        elements: rowsOf('public.element'),
        registrations: rowsOf('public.registration'),
        instances: rowsOf('public.process_instance'),
        files: rowsOf('public.file'),
      })
      const read = await call('GET', `/pub/v1/app/docs/contracts/${contract}/get`)
      const { number, counterparty: other, scans } = read.body.item
      assert.deepEqual([number, other, scans.length], ['Д-1', [counterparty], 1])
      const link = await call('GET', `/pub/v1/disk/file/${file}/get-link`)
      assert.equal(await (await fetch(link.body.Link)).text(), 'A file in the directory of all files')
      await finishInstances(call, instances)
    })
  }
})
