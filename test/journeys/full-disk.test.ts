// Takes long: it starts the program many times.
// Runs on the embedded database only: the test is about its data folder. See also `disk-fills-up.test.ts`.
import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { embeddedPlace } from '../database.ts'
import { readyUrl, runChancery } from '../server-process.ts'
import { mountDisk, withoutDisk } from '../small-disk.ts'

const settings = (dataDir: string) => ({ DATA_DIR: dataDir, PORT: '0' })
const sentence = /^chancery serve: the disk of DATA_DIR \S+ is full; make room on it and start Chancery again\. .*\.\n$/

describe('a start on a full disk', () => {
  it('reports it at the first start, leaves no incomplete database, and works when there is space', async (t) => {
    await using disk = mountDisk('12m')
    if (disk === undefined) return t.skip(withoutDisk)
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
    if (disk === undefined) return t.skip(withoutDisk)
    const { dataDir } = await embeddedPlace(disk.folder)
    const first = runChancery(['apply', 'test/solutions/office'], settings(dataDir))
    assert.equal(await first.exited, 0, first.errors())
    disk.fill()
    const second = runChancery(['serve'], settings(dataDir))
    assert.equal(await second.exited, 1)
    assert.match(second.errors(), sentence)
    disk.empty()
    const third = runChancery(['plan', 'test/solutions/office'], settings(dataDir))
    assert.equal(await third.exited, 0, third.errors())
    assert.equal(third.output(), 'nothing to change\n')
  })
})
