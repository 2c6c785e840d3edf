import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { presignUrl, signHeaders, withQuery } from './s3-signature.ts'

// The examples are from https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html and
// https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
const keys = {
  region: 'us-east-1',
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
}
const now = new Date('2013-05-24T00:00:00Z')
const bucket = 'https://examplebucket.s3.amazonaws.com'
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const signatureOf = (method: string, path: string, headers: Record<string, string> = {}, body = ''): string => {
  const { authorization } = signHeaders(
    keys,
    { method, url: new URL(bucket + path), headers, payload: sha256(body) },
    now,
  )
  return authorization!.replace(/^.*,Signature=/, '')
}

describe('the signature of a request', () => {
  it('is equal to the published examples', () => {
    assert.equal(
      signatureOf('GET', '/test.txt', { range: 'bytes=0-9' }),
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    )
    assert.equal(
      signatureOf(
        'PUT',
        '/test$file.text',
        { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
        'Welcome to Amazon S3.',
      ),
      '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    )
    assert.equal(signatureOf('GET', '/?lifecycle'), 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543')
    assert.equal(
      signatureOf('GET', '/?max-keys=2&prefix=J'),
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    )
  })

  it('covers every header, the query in any order, and the body', () => {
    const usual = signatureOf('GET', '/?b=2&a=1', { range: 'bytes=0-9' })
    assert.equal(signatureOf('GET', '/?a=1&b=2', { range: 'bytes=0-9' }), usual)
    assert.notEqual(signatureOf('GET', '/?a=1&b=3', { range: 'bytes=0-9' }), usual)
    assert.notEqual(signatureOf('GET', '/?a=1&b=2', { range: 'bytes=0-8' }), usual)
    assert.notEqual(signatureOf('GET', '/?a=1&b=2', { range: 'bytes=0-9' }, 'body'), usual)
  })

  it('never contains the secret key', () => {
    const headers = signHeaders(keys, { method: 'GET', url: new URL(bucket), payload: sha256('') }, now)
    assert.equal(headers['x-amz-date'], '20130524T000000Z')
    assert.ok(!JSON.stringify(headers).includes(keys.secretAccessKey))
  })
})

describe('a presigned URL', () => {
  it('is equal to the published example', () => {
    const request = { method: 'GET', url: new URL(`${bucket}/test.txt`), payload: 'UNSIGNED-PAYLOAD' }
    assert.equal(
      presignUrl(keys, request, 86_400, now).searchParams.get('X-Amz-Signature'),
      'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
    )
  })
})

describe('a query', () => {
  it('encodes every character unambiguously', () => {
    const query = { name: "a b+c/d!'()*~ü", empty: '' }
    const url = withQuery(new URL(bucket), query)
    assert.equal(url.search, '?empty=&name=a%20b%2Bc%2Fd%21%27%28%29%2A~%C3%BC')
    assert.deepEqual(Object.fromEntries(url.searchParams), query)
  })
})
