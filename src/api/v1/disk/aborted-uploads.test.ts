import assert from 'node:assert/strict'
import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { type OutgoingHttpHeaders, request } from 'node:http'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { adminToken, startEmptyPlatform, type TestPlatform } from '../../../../test/platform.ts'
import { sql } from '../../../foundation/db/sql.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { aDirectory } from './files.fixture.ts'

const disk = '/pub/v1/disk'
const stepBytes = 64 * 1024
const wholeBytes = 1024 ** 2

let platform: TestPlatform
let directory: string
before(async () => {
  platform = await startEmptyPlatform()
  directory = (await aDirectory(platform.call, 'Into')).__id
})
after(() => platform[Symbol.asyncDispose]())

const bearer = { authorization: `Bearer ${adminToken}` }
const form = { ...bearer, 'content-type': 'multipart/form-data; boundary=b' }
const formHead = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n'

interface Way {
  readonly method: string
  readonly path: string
  readonly headers: OutgoingHttpHeaders
  readonly head?: string
}

const ways: Readonly<Record<string, () => Promise<Way>>> = {
  'as a form': async () => ({ ...way(`${disk}/file/upload?hash=${newId()}`, form), head: formHead }),
  'as a first part': async () => ({
    ...way(`${disk}/file/upload?hash=${newId()}`, { ...form, 'content-range': 'bytes 0-6000000/12000000' }),
    head: formHead,
  }),
  'as bytes': async () =>
    way(`${disk}/file/upload?hash=${newId()}`, { ...bearer, 'content-type': 'application/octet-stream' }),
  'into a directory': async () => ({ ...way(`${disk}/directory/${directory}/upload`, form), head: formHead }),
  'by a link': async () => {
    const { body } = await platform.call('POST', `${disk}/links/upload`, { hashesList: [newId()] })
    return { method: 'PUT', path: body.items[0].link.slice(platform.url.length), headers: {} }
  },
}

const way = (path: string, headers: OutgoingHttpHeaders): Way => ({ method: 'POST', path, headers })

/** Announces a larger body, sends the given number of bytes and closes the connection. */
async function abortAfter({ method, path, headers, head = '' }: Way, bytes: number): Promise<void> {
  const length = head.length + wholeBytes
  const sending = request(`${platform.url}${path}`, { method, headers: { ...headers, 'content-length': length } })
  const closed = new Promise((resolve) => sending.on('close', resolve))
  sending.on('error', () => {})
  await new Promise((resolve) => sending.write(head + 'x'.repeat(bytes), resolve))
  sending.destroy()
  await closed
}

const folder = (): string => join(platform.dataDir, 'files', 'tmp')

/** Returns the names of the open files of this process in the upload folder. */
function openFiles(): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`)
      return path.startsWith(folder()) ? [path] : []
    } catch {
      return []
    }
  })
}

/** Waits a limited time, so that a failing test reports what is left instead of hanging. */
async function untilGone(left: () => string[]): Promise<void> {
  for (let looks = 1_500; looks > 0 && left().length > 0; looks--) await wait(20)
  assert.deepEqual(left(), [])
}

const steps = Array.from({ length: wholeBytes / stepBytes }, (_, step) => step * stepBytes)

for (const [name, make] of Object.entries(ways)) {
  it(`an upload ${name} that is interrupted after any 64 KiB leaves no file and no open handle`, {
    skip: !existsSync('/proc/self/fd') && 'SKIPPED: there is no /proc here',
  }, async () => {
    for (const bytes of steps) await abortAfter(await make(), bytes)
    await untilGone(() => [...openFiles(), ...readdirSync(folder())])
    assert.equal((await platform.platform.database.reader.rows(sql`select from temporary_file`)).length, 0)
  })
}

it('many interrupted uploads at once leave nothing either', async () => {
  const all = Object.values(ways)
  await Promise.all(
    steps.flatMap((bytes) =>
      all.map(async (make) => abortAfter(await make(), bytes + Math.floor(Math.random() * stepBytes))),
    ),
  )
  await untilGone(() => readdirSync(folder()))
})
