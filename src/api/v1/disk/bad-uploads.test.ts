import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { aUser } from '../../../../test/everything.ts'
import { type Answer, type Body, type Call, startEmptyPlatform, type TestPlatform } from '../../../../test/platform.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { aDirectory, anUpload } from './files.fixture.ts'

const disk = '/pub/v1/disk'
const type = 'multipart/form-data; boundary=b'
const part = (head: string, body = 'x', more = ''): string =>
  `--b\r\nContent-Disposition: form-data; ${head}\r\n${more}\r\n${body}\r\n`
const end = '--b--\r\n'
const fileCalled = (name: string): string => part(`name="file"; filename="${name}"`) + end
const big = 'x'.repeat(6 * 1024 ** 2)

let platform: TestPlatform
let ann: { id: string; call: Call }
let ben: { id: string; call: Call }
let into: Body
before(async () => {
  platform = await startEmptyPlatform()
  ann = await aUser(platform, { login: 'ann' })
  ben = await aUser(platform, { login: 'ben' })
  into = await aDirectory(ann.call, 'Into')
})
after(() => platform[Symbol.asyncDispose]())

const onDisk = (): string[] => readdirSync(join(platform.dataDir, 'files', 'tmp'))

/** The operations that accept a form, each with a hash. */
const forms: Readonly<Record<string, (hash: string) => string>> = {
  'into temporary storage': (hash) => `${disk}/file/upload?hash=${hash}`,
  'into a directory': (hash) => `${disk}/directory/${into.__id}/upload?hash=${hash}`,
}

async function linkPath(hash: string): Promise<string> {
  const { body } = await ann.call('POST', `${disk}/links/upload`, { hashesList: [hash] })
  return body.items[0].link.slice(platform.url.length)
}

/** Asserts that the message is one sentence and contains nothing internal. */
function assertSays({ status, body }: Answer, expected: number, code: string, what: string): void {
  assert.deepEqual([status, body.success, body.code], [expected, false, code], `${what}: ${JSON.stringify(body)}`)
  assert.match(body.error, /^[^\n]{10,200}$/)
  assert.doesNotMatch(body.error, /select|insert|node:|\.ts\b|\/tmp\//)
}

/** The mistake, the body, and the expected status and code; `headers` are sent in addition to the content type. */
type Row = readonly [what: string, body: string, status: number, code: string, headers?: Record<string, string>]

const notAFile = [400, 'files.not_a_file'] as const
const refused: readonly Row[] = [
  ['JSON posing as a form', '{"files":{"f":{"filepath":"/etc/passwd"}}}', ...notAFile],
  [
    'JSON posing as a file',
    '{"files":{"f":{"filepath":"/etc/passwd"}}}',
    ...notAFile,
    { 'content-type': 'application/json' },
  ],
  ['a form of fields', 'file=%2Fetc%2Fpasswd', ...notAFile, { 'content-type': 'application/x-www-form-urlencoded' }],
  ['nothing', '', ...notAFile],
  ['a form of nothing', end, ...notAFile],
  ['no file name', part('name="file"') + end, ...notAFile],
  ['no file name, but a type', part('name="file"', 'x', 'content-type: image/png\r\n') + end, ...notAFile],
  ['an empty file name', fileCalled(''), ...notAFile],
  ['a name that is a folder', fileCalled('..'), ...notAFile],
  ['a name that ends as a path', fileCalled('a/..'), ...notAFile],
  ['a name with U+0000', fileCalled('a\u0000.txt'), ...notAFile],
  ['a name with a bell', fileCalled('a\u0007.txt'), ...notAFile],
  ['a name of 1,001 characters', fileCalled('x'.repeat(1001)), ...notAFile],
  ['another field', part('name="__proto__"; filename="a"') + end, ...notAFile],
  ['two files', part('name="file"; filename="a"') + fileCalled('b'), ...notAFile],
  ['no end', part('name="file"; filename="a"'), ...notAFile],
  ['half a head', '--b\r\nContent-Disposition: form-da', ...notAFile],
  ['no boundary', fileCalled('a'), ...notAFile, { 'content-type': 'multipart/form-data' }],
  ['a long boundary', big, ...notAFile, { 'content-type': `multipart/form-data; boundary=${'b'.repeat(71)}` }],
  ['a boundary of 252', big, ...notAFile, { 'content-type': `multipart/form-data; boundary="${'b'.repeat(252)}"` }],
  ['10,000 parts', part('name="a"').repeat(10_000) + end, 413, 'files.too_many_parts'],
  ['10,000 parts before the file', part('name="a"').repeat(10_000) + fileCalled('a'), 413, 'files.too_many_parts'],
  [
    '10,000 parts behind the file',
    fileCalled('a').replace(end, '') + part('name="a"').repeat(10_000) + end,
    413,
    'files.too_many_parts',
  ],
  ...['1', 'bytes', 'bytes 0-', 'bytes 2-1/3', 'bytes 0-9/5', 'bytes -1-1/1', 'bytes 0-1/*', 'bytes 0-1/1e9'].map(
    (range): Row => [
      `the range "${range}"`,
      fileCalled('a'),
      400,
      'files.bad_content_range',
      { 'content-range': range },
    ],
  ),
  ['a range of more than 2 GiB', fileCalled('a'), 413, 'files.too_large', { 'content-range': 'bytes 0-1/2147483649' }],
  [
    'a first part that is too small',
    fileCalled('a'),
    400,
    'files.entity_too_small',
    { 'content-range': 'bytes 0-1/2' },
  ],
  ['less than the range says', fileCalled('a'), 400, 'files.invalid_part', { 'content-range': 'bytes 0-5/5' }],
  [
    'more than the range says',
    fileCalled('a').replace('x', big),
    400,
    'files.invalid_part',
    { 'content-range': 'bytes 0-5/5' },
  ],
  [
    'a part of nothing',
    fileCalled('a'),
    400,
    'files.no_such_upload',
    { 'content-range': 'bytes 5242880-5242881/5242881' },
  ],
]

describe('a body that is not a file, or does not match its headers', () => {
  for (const [way, path] of Object.entries(forms)) {
    it(`is refused ${way} with one sentence, and leaves nothing`, async () => {
      for (const [what, body, status, code, headers] of refused) {
        const hash = newId()
        const answer = await ann.call('POST', path(hash), body, { 'content-type': type, ...headers })
        assertSays(answer, status, code, what)
        assert.deepEqual(onDisk(), [], what)
        const { body: links } = await ann.call('POST', `${disk}/links/download`, { hashesList: [hash] })
        assert.equal(links.items[0].code, 'files.upload_not_found', what)
      }
      const { body } = await ann.call('POST', `${disk}/files/search`, { filter: { directory: [into.__id] } })
      assert.equal(body.result.total, 0)
    })

    it(`is refused ${way} when its hash is no UUID`, async () => {
      for (const hash of ['', 'x', '../../etc/passwd', '%00', `${newId()}0`, '%2e%2e%2f', '{}'])
        assertSays(
          await ann.call('POST', path(hash), fileCalled('a'), { 'content-type': type }),
          400,
          'input.wrong',
          hash,
        )
    })
  }
})

describe('names', () => {
  const kept = { 'a.txt': 'a.txt', '../../etc/passwd': 'passwd', '..\\\\..\\\\boot.ini': 'boot.ini', con: 'con' }
  const odd = { 'a; filename=b': 'a; filename=b', "it's (1) 100%.txt": "it's (1) 100%.txt", 'a%0d%0ab': 'a%0d%0ab' }
  const turned = { 'invoice\u202Efdp.exe': 'invoicefdp.exe', 'e\u0301.txt': 'é.txt', '\u2066a\u2069': 'a' }
  for (const [given, name] of Object.entries({ ...kept, ...odd, ...turned })) {
    it(`such as ${JSON.stringify(given)} are stored as displayed, on one line of the answer`, async () => {
      const directory = await aDirectory(ann.call, newId())
      const path = `${disk}/directory/${directory.__id}/upload`
      const { body } = await ann.call('POST', path, fileCalled(given), { 'content-type': type })
      assert.equal(body.file?.name, name, JSON.stringify(body))
      const { body: linked } = await ann.call('GET', `${disk}/file/${body.file.__id}/get-link`)
      const line = (await fetch(linked.Link)).headers.get('content-disposition')!
      assert.match(line, /^attachment; filename\*=UTF-8''[\w.%~!-]+$/)
      assert.equal(decodeURIComponent(line.split("''")[1]!), name)
    })
  }

  it('that contain line breaks are refused', async () => {
    for (const name of ['a"\r\nSet-Cookie: x=1\r\n\r\n', 'a\r\nX: y', 'a\nb']) {
      const { status, body } = await ann.call('POST', forms['into temporary storage']!(newId()), fileCalled(name), {
        'content-type': type,
      })
      assert.ok(status === 400 || !/[\r\n]/.test(body.file.name), JSON.stringify(body))
    }
  })

  it('of 1,000 characters are accepted for uploads, and have to be shorter for permanent files', async () => {
    const hash = newId()
    const [temporary, directory] = Object.values(forms)
    const long = fileCalled('x'.repeat(1000))
    assert.equal((await ann.call('POST', temporary!(hash), long, { 'content-type': type })).status, 200)
    const answer = await ann.call('POST', directory!(newId()), long, { 'content-type': type })
    assertSays(answer, 400, 'files.wrong_name', 'long')
    const entry = { directory: into.__id, hash, name: 'x'.repeat(256) }
    const { body } = await ann.call('POST', `${disk}/files`, { files: [entry, { ...entry, name: 'short' }] })
    assert.deepEqual([body.items[0].code, body.items[1].file?.name], ['files.wrong_name', 'short'])
  })

  it('do not determine the type of a file, which is detected from the bytes', async () => {
    const html = part('name="file"; filename="a.png"', '<script>', 'content-type: image/png\r\n') + end
    const { body } = await ann.call('POST', forms['into a directory']!(newId()), html, { 'content-type': type })
    const link = await ann.call('POST', `${disk}/file/${body.file.__id}/get-link`, { inline: true })
    const answer = await fetch(link.body.Link)
    assert.equal(answer.headers.get('content-type'), 'application/octet-stream')
    assert.match(answer.headers.get('content-disposition')!, /^attachment;/)
  })
})

describe('hashes', () => {
  it('of another user give access to nothing, in any operation', async () => {
    const hash = await anUpload(ann.call, 'of Ann')
    const read = async (call: Call): Promise<string> => {
      const { body } = await call('POST', `${disk}/links/download`, { hashesList: [hash] })
      return (await fetch(body.items[0].link)).text()
    }
    const theirs = await ben.call('POST', `${disk}/files`, { files: [{ directory: into.__id, hash, name: 'x' }] })
    assert.equal(theirs.status, 422)
    const later = { 'content-type': type, 'content-range': 'bytes 5242880-5242881/5242881' }
    const goingOn = await ben.call('POST', forms['into temporary storage']!(hash), fileCalled('a'), later)
    assertSays(goingOn, 400, 'files.no_such_upload', 'going on with another one’s upload')
    const own = await ben.call('POST', forms['into temporary storage']!(hash), fileCalled('a'), {
      'content-type': type,
    })
    assert.equal(own.status, 200)
    assert.deepEqual([await read(ann.call), await read(ben.call)], ['of Ann', 'x'])
  })

  it('of a complete upload refuse other bytes, in any operation', async () => {
    const hash = newId()
    const link = await linkPath(hash)
    const first = await ann.call('POST', forms['into temporary storage']!(hash), fileCalled('a'), {
      'content-type': type,
    })
    assert.equal(first.status, 200)
    const other = fileCalled('a').replace('x', 'y')
    for (const path of Object.values(forms))
      assertSays(
        await ann.call('POST', path(hash), other, { 'content-type': type }),
        400,
        'files.hash_taken',
        path(hash),
      )
    assertSays(await platform.as('')('PUT', link, 'y'), 400, 'files.hash_taken', 'link')
    assertSays(await platform.as('')('PUT', link, big), 400, 'files.hash_taken', 'link, longer')
  })

  it('of an incomplete upload accept its parts only in order', async () => {
    for (const path of Object.values(forms)) {
      const hash = newId()
      const total = 12 * 1024 ** 2
      const send = (from: number, to: number, of = total) =>
        ann.call('POST', path(hash), fileCalled('a').replace('x', 'x'.repeat(to - from)), {
          'content-type': type,
          'content-range': `bytes ${from}-${to}/${of}`,
        })
      const mib = (count: number): number => count * 1024 ** 2
      assert.equal((await send(0, mib(5))).status, 206)
      assertSays(await send(mib(6), mib(12)), 400, 'files.invalid_part_order', 'a hole')
      assertSays(await send(mib(5) - 1, mib(12)), 400, 'files.invalid_part_order', 'an overlap')
      assertSays(await send(mib(5), mib(12), total + 1), 400, 'files.invalid_part', 'another total')
      assertSays(await send(mib(5), mib(6)), 400, 'files.entity_too_small', 'too small')
      assert.equal((await send(mib(5), mib(12))).status, 200)
    }
  })
})

describe('an upload link', () => {
  it('refuses an invalid name, and more than one upload', async () => {
    const path = await linkPath(newId())
    const stranger = platform.as('')
    for (const name of ['a%00b', 'a%0d%0ab', 'x'.repeat(1001)])
      assertSays(await stranger('PUT', `${path}?name=${name}`, big), 400, 'files.not_a_file', name)
    const { body } = await stranger('PUT', `${path}?name=..%2F..%2Fetc%2Fpasswd`, 'x')
    assert.equal(body.file.name, 'passwd')
    assertSays(await stranger('PUT', path, big), 403, 'files.wrong_link', 'again')
  })
})
