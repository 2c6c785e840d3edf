import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { openTestDatabase } from '../../../../test/database.ts'
import { createFiles, type Files } from '../../../files/index.ts'
import { createServer } from '../../../foundation/http/server.ts'
import { compileFit } from '../../../foundation/http/validate.ts'
import { systemClock } from '../../../foundation/kit/clock.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import type { Context } from '../../operation.ts'
import { uploadTemporaryFile } from './upload-temporary-file.ts'

const log = (): void => {}
const fits = compileFit(uploadTemporaryFile.result)

interface Served extends AsyncDisposable {
  readonly url: string
  readonly files: Files
  readonly userId: string
  onDisk(): string[]
}

/** Serves only this operation on a real server; every request has the same user. */
async function serve(): Promise<Served> {
  const database = await openTestDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'chancery-files-'))
  const files = createFiles({ database, clock: systemClock, log, folder })
  const userId = newId()
  const context = { files, caller: { userId, tokenId: newId(), administrator: false } }
  const authenticate = async (): Promise<Context> => context as unknown as Context
  const server = createServer({ operations: [uploadTemporaryFile], authenticate, log })
  await server.listen({ host: '127.0.0.1', port: 0 })
  return {
    url: `http://127.0.0.1:${(server.server.address() as AddressInfo).port}/pub/v1/disk/file/upload`,
    files,
    userId,
    onDisk: () => readdirSync(join(folder, 'tmp')),
    async [Symbol.asyncDispose]() {
      // The client may still be sending a body that was refused.
      server.server.closeAllConnections()
      await server.close()
      await files.close()
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function formOf(bytes: Buffer, name = 'in.csv'): FormData {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)]), name)
  return form
}

async function post(url: string, body: FormData | Buffer | string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { method: 'POST', body: body as RequestInit['body'] & {}, headers })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

test('a file sent in one request is answered with 200 and the file', async () => {
  await using served = await serve()
  const hash = newId()
  const bytes = randomBytes(11 * 1024 ** 2)
  const { status, body } = await post(`${served.url}?Hash=${hash}`, formOf(bytes))
  assert.equal(status, 200)
  assert.equal(body.success, true)
  assert.equal(body.error, '')
  const { file } = body as { file: { name: string; size: number; hash: string } }
  assert.deepEqual([file.name, file.size, file.hash], ['in.csv', bytes.length, hash])
  assert.equal(fits({ file }), undefined)
})

test('parts are answered with 206 until the last one, whose answer has the file', async () => {
  await using served = await serve()
  const url = `${served.url}?hash=${newId()}`
  const bytes = randomBytes(7_340_032)
  const send = (from: number, to: number) =>
    post(url, formOf(bytes.subarray(from, to)), { 'Content-Range': `bytes ${from}-${to}/${bytes.length}` })
  assert.deepEqual(await send(0, 5_242_880), { status: 206, body: { success: true, error: '' } })
  const late = await send(6_000_000, bytes.length)
  assert.equal(late.status, 400)
  assert.equal(late.body.code, 'files.invalid_part_order')
  assert.match(String(late.body.error), /^InvalidPartOrder/)
  const last = await send(5_242_880, bytes.length)
  assert.equal(last.status, 200)
  assert.equal((last.body.file as { size: number }).size, bytes.length)
})

test('refusals are 400 or 413 with their code, also when most of the body was not read', async () => {
  await using served = await serve()
  const good = `${served.url}?hash=${newId()}`
  const big = randomBytes(3 * 1024 ** 2)
  const cases: [string, number, string, Promise<{ status: number; body: Record<string, unknown> }>][] = [
    ['no hash', 400, 'input.wrong', post(served.url, formOf(big))],
    ['a hash that is a path', 400, 'input.wrong', post(`${served.url}?hash=../../etc`, formOf(big))],
    ['JSON', 400, 'files.not_a_file', post(good, '{"files":{}}', { 'content-type': 'application/json' })],
    ['a wrong range', 400, 'files.bad_content_range', post(good, formOf(big), { 'content-range': 'bytes 1' })],
    ['too large', 413, 'files.too_large', post(good, formOf(big), { 'content-range': 'bytes 0-5242880/2147483649' })],
    [
      'no upload',
      400,
      'files.no_such_upload',
      post(good, formOf(big), { 'content-range': 'bytes 5242880-8388608/8388608' }),
    ],
    ['too short', 400, 'files.invalid_part', post(good, formOf(big), { 'content-range': 'bytes 0-5242880/8388608' })],
  ]
  for (const [what, status, code, answer] of cases) {
    const { status: got, body } = await answer
    assert.deepEqual([got, body.code, body.success], [status, code, false], what)
  }
  assert.deepEqual(served.onDisk(), [])
})

test('an upload that is interrupted anywhere leaves no file and no row', async () => {
  await using served = await serve()
  const hash = newId()
  const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n'
  for (const type of ['multipart/form-data; boundary=b', 'application/octet-stream']) {
    for (const sent of [0, 64, 512]) {
      const sending = request(`${served.url}?hash=${hash}`, {
        method: 'POST',
        headers: { 'content-type': type, 'content-length': 10_000_000 },
      })
      const closed = new Promise((resolve) => sending.on('close', resolve))
      sending.on('error', () => {})
      sending.write(head)
      await new Promise((resolve) => sending.write(randomBytes(sent * 1024 + 1), resolve))
      sending.destroy()
      await closed
    }
  }
  // Uploads of the same hash are queued, so the aborted one has ended when this one starts.
  const { status } = await post(`${served.url}?hash=${hash}`, formOf(Buffer.from('whole')))
  assert.equal(status, 200)
  while (served.onDisk().length > 1) await wait(10)
  const file = await served.files.temporaryByHash(served.userId, hash)
  assert.deepEqual(served.onDisk(), [file?.id])
  assert.equal(file?.size, 5)
})
