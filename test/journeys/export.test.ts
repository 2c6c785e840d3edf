// Takes long: it starts the program many times.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, describe, it } from 'node:test'
import { readZip } from '../../src/solutions/files/read-zip.ts'
import { type TestPlace, testPlace } from '../database.ts'
import { runChancery, withoutServerLine } from '../server-process.ts'

describe('chancery export', () => {
  const folder = mkdtempSync(join(tmpdir(), 'chancery-export-'))
  after(() => rmSync(folder, { recursive: true }))

  /** Runs a command to its end. Returns its exit code and everything that it printed. */
  async function run({ dataDir, databaseUrl }: TestPlace, words: readonly string[]): Promise<[number | null, string]> {
    const command = runChancery(words, {
      DATA_DIR: dataDir,
      PORT: '0',
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    })
    const code = await command.exited
    return [code, command.output() + withoutServerLine(command.errors())]
  }

  it('writes what was applied; applied on another installation, the folder is exported with the same bytes', async () => {
    const [here, there] = [await testPlace(), await testPlace()]
    const [first, second] = [join(folder, 'first.zip'), join(folder, 'second.zip')]
    assert.equal((await run(here, ['apply', 'test/solutions/office']))[0], 0)
    const [code, words] = await run(here, ['export', 'office', first])
    assert.deepEqual([code, words], [0, `${first}: ${readFileSync(first).length} bytes\n`])

    const unpacked = join(folder, 'office')
    for (const [path, text] of await readZip(readFileSync(first))) {
      mkdirSync(dirname(join(unpacked, path)), { recursive: true })
      writeFileSync(join(unpacked, path), text)
    }
    assert.equal((await run(there, ['apply', unpacked]))[0], 0)
    assert.equal((await run(there, ['export', 'office', second]))[0], 0)
    assert.deepEqual(readFileSync(second), readFileSync(first))
    assert.deepEqual(await run(there, ['plan', 'test/solutions/office']), [0, 'nothing to change\n'])
    await here.remove()
    await there.remove()
  })

  it('reports mistakes: an unknown code, no code', async () => {
    const place = await testPlace()
    const file = join(folder, 'none.zip')
    const [code, words] = await run(place, ['export', 'office', file])
    assert.deepEqual([code, words], [1, 'chancery export: solution "office" not found\n'])
    assert.throws(() => readFileSync(file))
    assert.deepEqual(await run(place, ['export']), [
      1,
      'chancery export: give the code of one solution, and at most one file\n',
    ])
    await place.remove()
  })
})
