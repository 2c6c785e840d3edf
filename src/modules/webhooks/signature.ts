import { createHmac, randomBytes } from 'node:crypto'

/** The prefix of secrets in the Standard Webhooks specification; the rest of a secret is base64. */
const prefix = 'whsec_'
const secretBytes = 32

export const newWebhookSecret = (): string => prefix + randomBytes(secretBytes).toString('base64')

export interface SignedRequest {
  /** Identifier of the delivery, the same in every attempt. */
  readonly id: string
  /** Time of the attempt in seconds since 1970. */
  readonly timestamp: number
  readonly body: string
}

/**
 * Returns the headers of the Standard Webhooks specification. `webhook-signature` has one signature per secret, so that
 * during a rotation receivers with the old secret and receivers with the new one both accept the request.
 */
export function signedHeaders({ id, timestamp, body }: SignedRequest, secrets: readonly string[]) {
  const signed = (secret: string): string => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  }
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map(signed).join(' '),
  }
}
