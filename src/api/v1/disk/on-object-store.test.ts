// At night: it repeats other tests; s3-blobs.test.ts tests the same store on every push.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { basename } from 'node:path'
import { text } from 'node:stream/consumers'
import { it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type ObjectStore, startObjectStore, withoutObjectStore } from '../../../../test/object-store.ts'
import { S3Blobs } from '../../../files/blobs/s3-blobs.ts'

const runner = fileURLToPath(new URL('../../../../scripts/test.ts', import.meta.url))

// Repeats the HTTP tests that write and read the bytes of files with an object store.
const files = [
  'permanent-files.test.ts',
  'upload-from-links.test.ts',
  '../../links/download-file.test.ts',
  '../../links/upload-by-link.test.ts',
]

it('files in an object store behave like files in a folder', { skip: withoutObjectStore }, async () => {
  await using store = await startObjectStore()
  const paths = files.map((name) => fileURLToPath(new URL(name, import.meta.url)))
  const { NODE_TEST_CONTEXT: _, TEST_DATABASE_URL: server, ...env } = process.env
  const where = server ? ['--on', 'postgres'] : ['--on', 'embedded']
  const child = spawn(process.execPath, [runner, ...where, ...paths], {
    env: { ...env, TEST_OBJECT_STORE: JSON.stringify(settingsOf(store)), ...(server && { TEST_DATABASE_URL: server }) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [told, [status]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  assert.equal(status, 0, told)
  for (const name of files) assert.match(told, new RegExp(`✔ .*${basename(name)}`))
  assert.ok((await objectsIn(store)) > 0, 'nothing came to the store, so it was not used')
})

function settingsOf({ settings }: ObjectStore): Record<string, string> {
  return {
    S3_ENDPOINT: settings.endpoint,
    S3_REGION: settings.region,
    S3_BUCKET: settings.bucket,
    S3_ACCESS_KEY_ID: settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
  }
}

async function objectsIn({ settings }: ObjectStore): Promise<number> {
  const blobs = new S3Blobs(settings)
  const names = await Array.fromAsync(blobs.list(Date.now() + 60_000))
  await blobs.close()
  return names.length
}
