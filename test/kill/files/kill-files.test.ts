// Takes long: it kills servers under load.
import assert from 'node:assert/strict'
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { testPlace } from '../../database.ts'
import { type FileStormOptions, runFileStorm } from './file-storm.ts'

const seed = Number(process.env.KILL_SEED ?? Date.now() % 1_000_000)

async function survives(options: Omit<FileStormOptions, 'seed'>): Promise<void> {
  const { problems, downloads } = await runFileStorm({ ...options, seed })
  assert.deepEqual(problems.slice(0, 20), [], `KILL_SEED=${seed}`)
  assert.ok(downloads > 0)
}

describe('kill -9 while files are uploaded, made permanent, moved and deleted', () => {
  it('loses no file and leaves nothing behind permanently', async () => {
    const { databaseUrl, remove } = await testPlace()
    try {
      await survives({ kills: 2, databaseUrl })
    } finally {
      await remove()
    }
  })

  it('is detected as a failure when contents differ after it', async () => {
    const { problems } = await runFileStorm({
      kills: 1,
      seed,
      betweenKillAndStart: (_kill, dataDir) => damage(dataDir),
    })
    // The server refuses to deliver bytes with a wrong hash: small files get an error, downloads of large ones break
    // off.
    assert.ok(
      problems.some((problem) => /can't be fetched: 503|breaks off/.test(problem)),
      problems.slice(0, 20).join(),
    )
  })
})

/** Overwrites all stored contents with zeros of the same length. */
function damage(dataDir: string): void {
  const bytes = join(dataDir, 'files', 'bytes')
  for (const entry of readdirSync(bytes, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile()) writeFileSync(path, Buffer.alloc(statSync(path).size))
  }
}
