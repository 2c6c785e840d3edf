// Runs on the embedded database only: no test in this file uses a database.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { withoutSecrets, withoutSecretsIn } from './secrets.ts'

const secret = 'S3cret/+ "key"?ы'
const secrets = { KEY: secret, SHORT: 'abc' }
const base64 = (text: string) => Buffer.from(text).toString('base64')

describe('a secret in an answer', () => {
  const forms: Readonly<Record<string, string>> = {
    'as it is': secret,
    'percent-encoded': encodeURIComponent(secret),
    'in a form': new URLSearchParams({ key: secret }).toString().slice('key='.length),
    'in JSON': JSON.stringify(secret),
    'in hex': Buffer.from(secret).toString('hex'),
    'in Base64': base64(secret),
    'in Base64 after a user name': base64(`user:${secret}`),
    'in Base64 after a longer user name': base64(`user1:${secret}`),
    'in Base64 before something else': base64(`ab${secret}:more`),
    'in Base64 for addresses': Buffer.from(secret).toString('base64url'),
  }
  for (const [what, form] of Object.entries(forms))
    it(`is hidden ${what}`, () => {
      const shown = withoutSecrets(`before ${form} after`, secrets)
      assert.match(shown, /^before .*\*\*\*.* after$/)
      // At most the characters that also depend on the neighbours of the secret stay.
      assert.ok(shown.length < 'before  after'.length + 16, shown)
      assert.deepEqual(withoutSecretsIn({ list: [form] }, secrets).list[0]!.includes(form), false)
    })

  it('leaves other texts as they are', () => {
    for (const text of ['nothing to hide', 'abc', base64('abc'), 'S3cret'])
      assert.equal(withoutSecrets(text, secrets), text)
  })
})
