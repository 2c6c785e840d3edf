import type { S3Settings } from './config.ts'
import type { Given } from './given.ts'
import { defaultOf } from './settings.ts'

export function readS3(given: Given): S3Settings | undefined {
  const names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  const [endpoint, bucket, accessKeyId, secretAccessKey] = names.map(given)
  const missing = names.filter((name) => given(name) === undefined)
  if (missing.length === names.length) return undefined
  if (missing.length > 0) throw new Error(`${missing.join(', ')} must be set as well when other S3_ settings are`)
  // The endpoint must be an address only, without a user or a query.
  if (!/^https?:\/\/[^/?#@\s]+(\/[^?#\s]*)?$/.test(endpoint!) || !URL.canParse(endpoint!))
    throw new Error('S3_ENDPOINT must be like https://s3.example.com, without a user or a query')
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{1,62}$/.test(bucket!))
    throw new Error(`S3_BUCKET is "${bucket}"; it must be the name of a bucket`)
  return {
    endpoint: endpoint!.replace(/\/+$/, ''),
    region: given('S3_REGION') ?? defaultOf('S3_REGION'),
    bucket: bucket!,
    accessKeyId: accessKeyId!,
    secretAccessKey: secretAccessKey!,
  }
}
