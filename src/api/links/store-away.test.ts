import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { assertDone, assertRefused, aUser } from '../../../test/everything.ts'
import { type LyingStore, type Mood, startLyingStore } from '../../../test/lying-store.ts'
import { type Body, type Call, startEmptyPlatform, type TestPlatform } from '../../../test/platform.ts'
import { aDirectory, aFile, anUpload, linkOf, rootId } from '../v1/disk/files.fixture.ts'

// The platform keeps working while the object store is unreachable or returns wrong data.
let store: LyingStore
let platform: TestPlatform
let ann: { id: string; call: Call }
let file: Body
const bytes = 'what the file holds '.repeat(20_000)
before(async () => {
  store = await startLyingStore()
  platform = await startEmptyPlatform({ ...store.settings, LOG_LEVEL: 'silent' })
  ann = await aUser(platform, { login: 'ann' })
  file = await aFile(ann.call, bytes, 'kept.txt')
})
after(async () => {
  await platform[Symbol.asyncDispose]()
  await store[Symbol.asyncDispose]()
})
afterEach(async () => {
  await store.be('honest')
  await backAgain()
})

/** Waits until the platform contacts the store again after its pause, without a restart. */
async function backAgain(): Promise<void> {
  const link = await linkOf(ann.call, file.__id)
  for (let left = 300; ; left--) {
    const answer = await fetch(link).catch(() => undefined)
    if (answer?.status === 200 && (await answer.text()) === bytes) return
    assert.ok(left > 0, 'the store is back, and is not used again')
    await wait(100)
  }
}

const keep = (hash: string, name: string) =>
  ann.call('POST', `/pub/v1/disk/file/move?directoryID=${rootId}`, { files: [{ hash, name }] })

const found = async (name: string): Promise<number> => {
  const { body } = await ann.call('POST', '/pub/v1/disk/files/search', { filter: { __name: name } })
  return body.result.total
}

/** Downloads a file and returns the status, and the bytes when they arrived completely. */
async function read(link: string, headers: Record<string, string> = {}): Promise<[number, string | undefined]> {
  const answer = await fetch(link, { headers })
  return [
    answer.status,
    await answer.text().then(
      (text) => text,
      () => undefined,
    ),
  ]
}

describe('an object store that is unavailable', () => {
  for (const mood of ['gone', 'silent', 'failing', 'slow down'] as Mood[]) {
    it(`(${mood}) is answered with 503 long before the timeout of a transfer, and nothing is lost or stored in part`, async () => {
      const name = `${mood}.txt`
      const [hash, link] = [await anUpload(ann.call, 'sent before'), await linkOf(ann.call, file.__id)]
      // The store has been silent long enough that a transfer first checks whether it responds.
      await wait(1_100)
      await store.be(mood)
      const beganMs = performance.now()
      const [kept, fetched] = await Promise.all([keep(hash, name), fetch(link)])
      // The requests take three seconds, or more on a busy machine. The timeout of a transfer is 30 seconds.
      assert.ok(performance.now() - beganMs < 20_000)
      assertRefused(kept, 503, 'files.bytes_unavailable', /try again/)
      assert.equal(fetched.status, 503)
      assert.equal(await found(name), 0)
      if (mood === 'gone' || mood === 'silent') await assertNotAsked(link)

      await store.be('honest')
      await backAgain()
      assertDone(await keep(hash, name))
      assert.equal(await found(name), 1)
    })
  }

  it('does not prevent uploads, lists, searches, creates and deletes', async () => {
    const doomed = await aFile(ann.call, 'x', 'doomed.txt')
    await store.be('gone')
    await anUpload(ann.call, 'meanwhile')
    await aDirectory(ann.call, 'Meanwhile')
    assertDone(await ann.call('GET', `/pub/v1/disk/file/${file.__id}`))
    assertDone(await ann.call('GET', '/pub/v1/disk/directory/list?query={}'))
    assert.equal(await found('kept'), 1)
    await linkOf(ann.call, file.__id)
    assertDone(await ann.call('PATCH', '/pub/v1/disk/files/deleted', { fileIds: [doomed.__id] }))
    assert.equal((await fetch(`${platform.url}/health/ready`)).status, 200)
  })
})

/** Asserts that the next requests fail without waiting. On a slow machine the pause may end in between. */
async function assertNotAsked(link: string): Promise<void> {
  const before = store.asked()
  const answers = await Promise.all(Array.from({ length: 10 }, () => fetch(link)))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([503]))
  assert.ok(store.asked() - before < answers.length)
}

describe('an object store that returns wrong data', () => {
  for (const mood of ['cuts', 'shortens', 'other bytes'] as Mood[]) {
    it(`(${mood}) never makes a reader accept wrong bytes as the file`, async () => {
      const small = await linkOf(ann.call, (await aFile(ann.call, 'small', 'small.txt')).__id)
      const link = await linkOf(ann.call, file.__id)
      await store.be(mood)
      const [status, text] = await read(link)
      assert.ok(text === undefined || status === 503, `${status} with ${text?.length} bytes`)
      const [statusOfSmall, textOfSmall] = await read(small)
      assert.ok(textOfSmall === undefined || statusOfSmall === 503, `${statusOfSmall} ${textOfSmall}`)
      if (mood === 'other bytes') return
      const [, part = ''] = await read(link, { range: 'bytes=10-1009' })
      assert.ok(part === '' || part.startsWith('{"success":false'), part)
    })
  }

  it('(forgets) causes a 503 for downloads, while the metadata of the file stays', async () => {
    await store.be('forgets')
    const lost = await aFile(ann.call, 'never kept', 'lost.txt')
    const [status, text] = await read(await linkOf(ann.call, lost.__id))
    assert.equal(status, 503)
    assert.equal(JSON.parse(text!).code, 'files.bytes_unavailable')
    assertDone(await ann.call('GET', `/pub/v1/disk/file/${lost.__id}`))
  })

  it('(wrong tag) is ignored when the request did not use the tag', async () => {
    await store.be('wrong tag')
    const other = await aFile(ann.call, 'tagged', 'tagged.txt')
    assert.deepEqual(await read(await linkOf(ann.call, other.__id)), [200, 'tagged'])
  })
})
