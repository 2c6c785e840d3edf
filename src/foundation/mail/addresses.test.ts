import assert from 'node:assert/strict'
import { it } from 'node:test'
import { isMailAddress, isPlainMailAddress } from './send-mail.ts'

it('one mail address is an address, with or without a name', () => {
  for (const text of ['anna@example.com', 'a.b+c@xn--e1afmkfd.example', 'анна@пример.рф']) {
    assert.ok(isMailAddress(text), text)
    assert.ok(isPlainMailAddress(text), text)
  }
  for (const text of ['Anna <anna@example.com>', '"Petrova, Anna" <anna@example.com>', '<anna@example.com>']) {
    assert.ok(isMailAddress(text), text)
    assert.ok(!isPlainMailAddress(text), text)
  }
})

it('two addresses, separators, line breaks and other characters of mail headers are refused', () => {
  for (const text of [
    ...['x,evil@evil.example', 'a@example.com,evil@evil.example', 'a@example.com;b@example.com', 'a@b@example.com'],
    ...[
      'a@example.com\r\nBcc: evil@evil.example',
      'Anna\r\n <a@example.com>',
      'a@example.com\n',
      'Anna, x <a@example.com>',
    ],
    ...['a@example.com <b@example.com>', '<a@example.com', 'a@example.com>', 'a@exa(x)mple.com', 'a b@example.com'],
    ...['group:a@example.com', 'a@example.com\0', '', '@', 'anna', `${'a'.repeat(500)}@example.com`],
  ])
    assert.ok(!isMailAddress(text) && !isPlainMailAddress(text), JSON.stringify(text))
})
