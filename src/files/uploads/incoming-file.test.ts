import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import type { IncomingBytes } from '../../foundation/http/operation.ts'
import { formOf, incoming } from '../files-trial.fixture.ts'
import { openIncomingFile } from './incoming-file.ts'

const type = 'multipart/form-data; boundary=b'
const end = '--b--\r\n'

function part(disposition: string, text: string, headers = ''): string {
  return `--b\r\nContent-Disposition: form-data; ${disposition}\r\n${headers}\r\n${text}\r\n`
}

async function read(bytes: IncomingBytes): Promise<{ name: string | undefined; text: string }> {
  const file = await openIncomingFile(bytes)
  try {
    const chunks: Buffer[] = []
    for await (const chunk of file.chunks) chunks.push(chunk)
    return { name: file.name, text: Buffer.concat(chunks).toString() }
  } finally {
    file.release()
  }
}

test('the file is the part with a file name, whose field is named file in any case', async () => {
  assert.deepEqual(await read(incoming(part('name="File"; filename="a.csv"', 'x;y') + end, type)), {
    name: 'a.csv',
    text: 'x;y',
  })
  const withField = part('name="comment"', 'hello') + part('name="FILE"; filename="a.csv"', 'x') + end
  assert.deepEqual(await read(incoming(withField, type)), { name: 'a.csv', text: 'x' })
  assert.deepEqual(await read(formOf(Buffer.from('x'), 'ёж.csv')), { name: 'ёж.csv', text: 'x' })
})

test('a file name never contains a path', async () => {
  const name = async (filename: string) =>
    (await read(incoming(part(`name="file"; filename="${filename}"`, 'x') + end, type))).name
  assert.equal(await name('../../etc/passwd'), 'passwd')
  assert.equal(await name('C:\\\\temp\\\\a.csv'), 'a.csv')
  assert.equal(await name('con'), 'con')
  for (const bad of ['', '..', 'a/', 'a\u0000.csv', 'a\u0007.csv', 'x'.repeat(1001)]) {
    await assert.rejects(name(bad), { code: 'files.not_a_file' }, JSON.stringify(bad))
  }
})

test('names that are not ASCII are also read in the form that .NET sends', async () => {
  const word = `=?utf-8?B?${Buffer.from('ёжa?.csv').toString('base64')}?=`
  assert.match(word, /\//)
  const star = "filename*=utf-8''%D1%91%D0%B6a%3F.csv"
  for (const disposition of [`name="file"; filename="${word}"; ${star}`, `name=file; filename="${word}"; ${star}`])
    assert.equal((await read(incoming(part(disposition, 'x') + end, type))).name, 'ёжa?.csv')
})

const utf8AsLatin1 = Buffer.from('ёж.csv').toString('latin1')
const malformedNames = [
  "UTF-8''%zz.csv",
  "UTF-8''%D1%91%D0",
  "UTF-8''%C3%28.csv",
  "UTF-8''ёж.csv",
  "UTF-8''a b.csv",
  "UTF-8'a.csv",
  'a.csv',
  "windows-1251''%B8%E6.csv",
  "''a.csv",
  '""',
]

test('a malformed filename* is ignored when there is a filename, and refused when there is none', async () => {
  for (const star of malformedNames) {
    for (const disposition of [`filename="plain.csv"; filename*=${star}`, `filename*=${star}; filename=plain.csv`]) {
      const { name } = await read(incoming(part(`name="file"; ${disposition}`, 'x') + end, type))
      assert.equal(name, 'plain.csv', disposition)
    }
    const refused = {
      code: 'files.not_a_file',
      message: /^the file name in filename\* cannot be read; it must be like UTF-8''/,
    }
    const alone = `name="file"; filename*=${star}`
    await assert.rejects(read(incoming(part(alone, 'x') + end, type)), refused, star)
    const { stream } = incoming('x', undefined)
    const header = (name: string) => (name === 'content-disposition' ? `attachment; filename*=${star}` : undefined)
    await assert.rejects(
      read({ stream, contentType: 'application/octet-stream', header }),
      refused,
      `as bytes: ${star}`,
    )
  }
})

test('a valid filename* takes precedence, in UTF-8 and in Latin-1, in any position', async () => {
  for (const [disposition, name] of [
    ["filename=x; filename*=UTF-8'ru'%d1%91%D0%B6.csv", 'ёж.csv'],
    ["filename*=utf-8''%D1%91%D0%B6.csv; filename=x", 'ёж.csv'],
    ["filename=x; filename*=iso-8859-1''caf%e9.csv", 'café.csv'],
    [`filename="x"; FileName* = "UTF-8''%D1%91%D0%B6.csv"`, 'ёж.csv'],
    ["filename*=UTF-8''..%2F..%2Fpasswd", 'passwd'],
  ] as const)
    assert.equal((await read(incoming(part(`name=file; ${disposition}`, 'x') + end, type))).name, name, disposition)
})

test('the parameters of a part are distinguished, whatever they contain', async () => {
  const latin1 = (text: string) => Buffer.from(text, 'latin1')
  for (const [disposition, name] of [
    ['name="file"; filename="a; filename=b.csv"', 'a; filename=b.csv'],
    ['name="file"; filename="a \\"b\\" c.csv"', 'a "b" c.csv'],
    ['name="file"; filename="C:\\temp\\a.csv"', 'a.csv'],
    ['filename="a.csv"; name="file"', 'a.csv'],
    ['name = "file" ; filename = a b.csv ; size=1', 'a b.csv'],
    ['name="file"; filename="a.csv"; filename="b.csv"', 'a.csv'],
    [`name="file"; filename="${utf8AsLatin1}"`, 'ёж.csv'],
    ['name="file"; filename="caf\u00e9.csv"', 'café.csv'],
  ] as const) {
    const body = latin1(part(disposition, 'x') + end)
    assert.equal((await read(incoming(body, type))).name, name, disposition)
  }
})

test('a body of plain bytes has the name in its header, in every form', async () => {
  const latin = (text: string): string => Buffer.from(text).toString('latin1')
  for (const [disposition, name] of [
    ['attachment; filename="a b.csv"', 'a b.csv'],
    ['attachment; filename=a.csv', 'a.csv'],
    ["attachment; filename*=UTF-8''%D1%91%D0%B6.csv", 'ёж.csv'],
    [`attachment; filename="${latin('ёж Договор.csv')}"`, 'ёж Договор.csv'],
    ['attachment; filename="../../a.csv"', 'a.csv'],
    ['attachment', undefined],
  ] as const) {
    const { stream, contentType } = incoming('x', 'application/octet-stream')
    const header = (key: string) => (key === 'content-disposition' ? disposition : undefined)
    assert.deepEqual(await read({ stream, contentType, header }), { name, text: 'x' })
  }
})

test('a body that stops arriving times out, in every form', async ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  const begun = part('name="file"; filename="a"', 'x').slice(0, -2)
  for (const [contentType, text] of [
    [type, begun],
    ['application/octet-stream', 'x'],
  ] as const) {
    const stream = new PassThrough()
    stream.write(text)
    const file = await openIncomingFile({ stream, contentType, header: () => undefined })
    const reading = file.chunks[Symbol.asyncIterator]()
    // Time in which nobody reads does not count towards the timeout.
    mock.timers.tick(60_000)
    if (contentType !== type) assert.equal(String((await reading.next()).value), 'x')
    const refused = assert.rejects(reading.next(), { code: 'http.timeout', status: 408 })
    mock.timers.tick(29_999)
    mock.timers.tick(1)
    await refused
    file.release()
  }
})

test('a body without a file is refused', async () => {
  const json = '{"files":{"f":{"filepath":"/etc/passwd"}}}'
  const bodies: [string, IncomingBytes][] = [
    ['JSON', incoming(json, 'application/json')],
    ['JSON without a type', incoming(json, undefined)],
    ['JSON that says it is multipart', incoming(json, type)],
    ['a form', incoming('file=a', 'application/x-www-form-urlencoded')],
    ['no file name', incoming(part('name="file"', 'x') + end, type)],
    [
      'bytes without a file name',
      incoming(part('name="file"', 'x', 'Content-Type: application/octet-stream\r\n') + end, type),
    ],
    ['another field', incoming(part('name="__proto__"; filename="a"', 'x') + end, type)],
    ['nothing in it', incoming(end, type)],
    ['no end', incoming(part('name="file"; filename="a"', 'x'), type)],
    [
      'two files',
      incoming(part('name="file"; filename="a"', 'x') + part('name="file"; filename="b"', 'y') + end, type),
    ],
    ['no boundary', incoming(end, 'multipart/form-data')],
    ['a long boundary', incoming('', `multipart/form-data; boundary=${'b'.repeat(71)}`)],
    ['a long boundary in quotes', incoming('', `multipart/form-data; boundary="${'b'.repeat(252)}"`)],
  ]
  for (const [what, bytes] of bodies) await assert.rejects(read(bytes), { code: 'files.not_a_file', status: 400 }, what)
})

test('too many parts are refused, whatever they contain', async () => {
  for (const one of [
    part('name="a"', 'x'),
    part('name="a"; filename=""', 'x'),
    part('name="file"; filename="a"', ''),
  ]) {
    const { code } = await read(incoming(one.repeat(10_000) + end, type)).catch((error) => error)
    assert.match(code, /^files.(too_many_parts|not_a_file)$/)
  }
  const many = incoming(part('name="a"', 'x').repeat(10_000) + end, type)
  await assert.rejects(read(many), { code: 'files.too_many_parts', status: 413 })
})

test('a part cannot change the prototype of objects', async () => {
  const body = part('name="file"; filename="a"', 'x', '__proto__: polluted\r\nconstructor: polluted\r\n') + end
  assert.deepEqual(await read(incoming(body, type)), { name: 'a', text: 'x' })
  assert.equal(({} as { polluted?: unknown }).polluted, undefined)
})
