import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PlatformError } from '../../foundation/kit/errors.ts'
import { checkPart, maxPartBytes, minPartBytes, readContentRange } from './content-range.ts'

const mebi = 1024 ** 2

function codeOf(work: () => unknown): string | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    assert.ok(error instanceof PlatformError)
    return error.code
  }
}

test('without the header the request has the whole file', () => {
  assert.equal(readContentRange(undefined), undefined)
})

test('the range is parsed in the forms that clients send', () => {
  assert.deepEqual(readContentRange('bytes 0-5242880/7340032'), { from: 0, to: 5242880, total: 7340032 })
  assert.deepEqual(readContentRange(' Bytes=5242880 - 7340032 / 7340032'), {
    from: 5242880,
    to: 7340032,
    total: 7340032,
  })
  assert.deepEqual(readContentRange('bytes 0-0/0'), { from: 0, to: 0, total: 0 })
})

test('an invalid range is refused', () => {
  for (const header of [
    '',
    'bytes 0-5',
    'bytes 0-5/*',
    'bytes */5',
    'bytes -5/5',
    'bytes 3-2/5',
    'bytes 0-6/5',
    'bytes 5-5/5',
    'items 0-5/5',
    'bytes 0-5/5, bytes 5-6/6',
    `bytes 0-5/${'9'.repeat(16)}`,
  ]) {
    assert.equal(
      codeOf(() => readContentRange(header)),
      'files.bad_content_range',
      header,
    )
  }
  assert.equal(
    codeOf(() => readContentRange(`bytes 0-5/${2 * 1024 ** 3 + 1}`)),
    'files.too_large',
  )
})

test('the length of a part decides whether its end is exclusive or inclusive', () => {
  const total = 7 * mebi
  const check = (header: string, bytes: number) => codeOf(() => checkPart(readContentRange(header)!, bytes))
  assert.equal(check(`bytes 0-${total}/${total}`, total), undefined)
  assert.equal(check(`bytes 0-${total - 1}/${total}`, total), undefined)
  assert.equal(check(`bytes 0-${minPartBytes}/${total}`, minPartBytes), undefined)
  assert.equal(check(`bytes 0-${minPartBytes - 1}/${total}`, minPartBytes), undefined)
  assert.equal(check(`bytes ${minPartBytes}-${total}/${total}`, total - minPartBytes), undefined)
  assert.equal(check('bytes 0-0/1', 1), undefined)
  assert.equal(check('bytes 0-0/0', 0), undefined)

  assert.equal(check(`bytes 0-${total}/${total}`, total - 1), 'files.invalid_part')
  assert.equal(check(`bytes 0-${total}/${total}`, total + 1), 'files.invalid_part')
  assert.equal(check(`bytes 0-${minPartBytes}/${total}`, minPartBytes + 2), 'files.invalid_part')
  assert.equal(maxPartBytes(readContentRange(`bytes 0-${total}/${total}`)!), total)
})

test('only the last part may have less than 5 MiB', () => {
  const check = (header: string, bytes: number) => codeOf(() => checkPart(readContentRange(header)!, bytes))
  assert.equal(check('bytes 0-100/200', 100), 'files.entity_too_small')
  assert.equal(check('bytes 0-0/1', 0), 'files.entity_too_small')
  assert.equal(check('bytes 100-200/200', 100), undefined)
})
