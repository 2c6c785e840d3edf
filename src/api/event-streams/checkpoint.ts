import { openSecret, sealSecret } from '../../foundation/kit/secret-box.ts'
import type { Checkpoint } from '../../foundation/live/index.ts'

/** Returns the key by which the notifications of a user are watched. */
export const notificationsOf = (userId: string): string => `notifications:${userId}`

const placeOf = (userId: string): string => `checkpoint.${userId}`

/**
 * Returns the text of a checkpoint for a user: the turn and the version of the user's notifications. Versions of other
 * objects are left out, so these objects count as changed. The text is encrypted, because the number of transactions
 * would tell the user about the activity of others.
 */
export function writeCheckpoint(key: Buffer, { turn, versions }: Checkpoint, userId: string): string {
  const version = versions.get(notificationsOf(userId))
  // All turns are written with the same number of digits, so that the length of the text tells nothing.
  const digits = String(turn).padStart(18, '0')
  const sealed = sealSecret(key, version === undefined ? digits : `${digits}/${version}`, placeOf(userId))
  return Buffer.from(sealed, 'base64').toString('base64url')
}

/** Reads a checkpoint of a user; undefined when `writeCheckpoint` has not written the text for the user. */
export function readCheckpoint(key: Buffer, text: string | undefined, userId: string): Checkpoint | undefined {
  const [, turn, version] = /^(\d{18})(?:\/(.*))?$/.exec(opened(key, text ?? '', userId)) ?? []
  if (turn === undefined) return undefined
  return { turn: BigInt(turn), versions: new Map(version === undefined ? [] : [[notificationsOf(userId), version]]) }
}

function opened(key: Buffer, text: string, userId: string): string {
  try {
    return openSecret(key, text, placeOf(userId))
  } catch {
    return ''
  }
}
