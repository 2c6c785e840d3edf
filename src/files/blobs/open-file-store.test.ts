import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { openS3Blobs } from './open-file-store.ts'

const keys = { region: 'r', bucket: 'papers', accessKeyId: 'id', secretAccessKey: 'a secret' }

async function openAt(endpoint: string): Promise<string[]> {
  const logged: string[] = []
  const blobs = await openS3Blobs({ endpoint, ...keys }, (level, message) => void logged.push(`${level}: ${message}`))
  await blobs.close()
  return logged
}

describe('opening the object store at the start', () => {
  it('fails with a sentence without the secret when the store rejects the settings', async () => {
    const body = '<Error><Code>InvalidAccessKeyId</Code></Error>'
    await using server = createServer((_, response) => void response.writeHead(403).end(body)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    await assert.rejects(openAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), ({ message }: Error) => {
      assert.match(message, /^S3_BUCKET "papers" at http:.* can't be used \(InvalidAccessKeyId\)/)
      assert.ok(!message.includes(keys.secretAccessKey))
      return true
    })
  })

  it('succeeds when the store is unavailable', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    await server[Symbol.asyncDispose]()
    assert.deepEqual(await openAt(`http://127.0.0.1:${port}`), ['warn: the object store does not answer'])
  })
})
