import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { backup } from './backup.ts'

const archive = 'the archive'
const made = {
  ...{ id: 'b2', name: 'b2.tar', state: 'done', total: 1, processed: 1, bytes: archive.length },
  ...{ rows: 1, files: 0, missingFiles: 0, problem: null },
  sha256: createHash('sha256').update(archive).digest('hex'),
}

/** Runs the command with a server that answers the request for a backup with `made`, and returns what it deletes. */
async function deletions(isNew: boolean, more: Partial<typeof made> = {}): Promise<string[]> {
  const deleted: string[] = []
  const shown = { ...made, ...more }
  const server = createServer(({ method, url }, response) => {
    if (method === 'DELETE') deleted.push(url!)
    if (url!.endsWith('/download')) return void response.end(archive)
    const body = { backup: shown, ...(method === 'POST' && { isNew }) }
    response.end(JSON.stringify({ success: true, error: '', ...body }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const folder = await mkdtemp(join(tmpdir(), 'chancery-backup-'))
  const options = { server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: 'token' }
  const signals = new Map((['SIGTERM', 'SIGINT'] as const).map((name) => [name, process.listeners(name)]))
  try {
    const file = join(folder, 'office.tar')
    const failed = await backup.run({ words: [file], options }).catch(() => 1)
    if (failed === 0) assert.equal(await readFile(file, 'utf8'), archive)
    else assert.equal(shown.state, 'failed')
    return deleted
  } finally {
    for (const [name, before] of signals)
      for (const listener of process.listeners(name)) if (!before.includes(listener)) process.off(name, listener)
    server.closeAllConnections()
    server.close()
    await rm(folder, { recursive: true })
  }
}

it('the command deletes the archive of its own backup, and its own backup that failed', async () => {
  assert.deepEqual(await deletions(true), ['/api/v1/backups/b2'])
  assert.deepEqual(await deletions(true, { state: 'failed' }), ['/api/v1/backups/b2'])
})

it('the command deletes no backup that somebody else or the schedule has started, even a moment before', async () => {
  assert.deepEqual(await deletions(false), [])
  assert.deepEqual(await deletions(false, { state: 'failed' }), [])
})
