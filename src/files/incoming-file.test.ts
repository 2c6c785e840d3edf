import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { IncomingBytes } from '../http/operation.ts'
import { formOf, incoming } from './fixtures/files-trial.ts'
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

test('the file is the part with a file name, its field named file in any case', async () => {
  assert.deepEqual(await read(incoming(part('name="File"; filename="a.csv"', 'x;y') + end, type)), {
    name: 'a.csv',
    text: 'x;y',
  })
  const withField = part('name="comment"', 'hello') + part('name="FILE"; filename="a.csv"', 'x') + end
  assert.deepEqual(await read(incoming(withField, type)), { name: 'a.csv', text: 'x' })
  assert.deepEqual(await read(formOf(Buffer.from('x'), 'ёж.csv')), { name: 'ёж.csv', text: 'x' })
})

test('a file name is only a name, never a path', async () => {
  const name = async (filename: string) =>
    (await read(incoming(part(`name="file"; filename="${filename}"`, 'x') + end, type))).name
  assert.equal(await name('../../etc/passwd'), 'passwd')
  assert.equal(await name('C:\\\\temp\\\\a.csv'), 'a.csv')
  assert.equal(await name('con'), 'con')
  for (const bad of ['', '..', 'a/', 'a\u0000.csv', 'a\u0007.csv', 'x'.repeat(1001)]) {
    await assert.rejects(name(bad), { code: 'files.not_a_file' }, JSON.stringify(bad))
  }
})

test('what is no file is refused', async () => {
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

test('many parts are too many, whatever stands in them', async () => {
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

test('a part cannot change what objects are', async () => {
  const body = part('name="file"; filename="a"', 'x', '__proto__: polluted\r\nconstructor: polluted\r\n') + end
  assert.deepEqual(await read(incoming(body, type)), { name: 'a', text: 'x' })
  assert.equal(({} as { polluted?: unknown }).polluted, undefined)
})
