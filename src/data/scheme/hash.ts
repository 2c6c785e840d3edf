import { createHash } from 'node:crypto'
import type { JsonObject } from '../../foundation/kit/json.ts'
import type { Definition } from './content.ts'

/**
 * Returns the SHA-256 hash of a definition, in hex. The keys of the definition must be in a fixed order, so that the
 * hash is the same on every installation.
 */
export function hashOf(definition: JsonObject): string {
  return createHash('sha256').update(JSON.stringify(definition)).digest('hex')
}

/** Returns the hash of a deployed definition. Equal definitions have equal hashes. */
export function definitionHash({ kind, entry }: Definition): string {
  const { namespace, code } = entry
  return hashOf(kind.hashed?.(entry) ?? { namespace, code, ...kind.toFile(entry) })
}
