import type { Database } from '../../foundation/db/database.ts'
import { rememberKey } from '../../foundation/db/signing-key.ts'
import { openSecret, sealSecret } from '../../foundation/kit/secret-box.ts'
import type { Webhook } from './webhook.ts'

/** Encrypts the secrets of webhooks. A secret can only be decrypted for its own webhook. */
export interface Secrets {
  seal(webhook: string, secret: string): Promise<string>
  /** Returns the secrets that are valid at a time, the newest first. */
  validOf(webhook: Pick<Webhook, 'id' | 'secret' | 'previousSecret' | 'previousUntil'>, now: Date): Promise<string[]>
}

const placeOf = (webhook: string): string => `webhook.${webhook}`

export function createSecrets(database: Database): Secrets {
  const key = rememberKey(database, 'webhook secrets')
  return {
    seal: async (webhook, secret) => sealSecret(await key(), secret, placeOf(webhook)),
    async validOf({ id, secret, previousSecret, previousUntil }, now) {
      const isPreviousValid = previousSecret !== null && previousUntil !== null && new Date(previousUntil) > now
      const sealed = isPreviousValid ? [secret, previousSecret] : [secret]
      const opening = await key()
      return sealed.map((one) => openSecret(opening, one, placeOf(id)))
    },
  }
}
