import { createHash } from 'node:crypto'
import type { JsonObject, JsonValue } from '../../foundation/kit/json.ts'
import { type Definitions, definitionKey, type Texts } from '../../solutions/index.ts'
import type { Definition } from './content.ts'

/**
 * Returns the SHA-256 hash of a definition, in hex. The keys of the definition must be in a fixed order, so that the
 * hash is the same on every installation.
 */
export function hashOf(definition: JsonObject): string {
  return createHash('sha256').update(JSON.stringify(definition)).digest('hex')
}

/**
 * Returns the hash of a deployed definition in all its languages. Equal definitions have equal hashes, whatever the
 * language of the request.
 */
export function definitionHash(
  definitions: Pick<Definitions, 'written' | 'texts'>,
  { kind, entry }: Pick<Definition, 'entry'> & { readonly kind: Hashed },
): string {
  const { namespace, code } = entry
  const written = definitions.written(entry)
  const texts = definitions.texts(definitionKey(kind, entry))
  return hashOf({
    ...(kind.hashed?.(written) ?? { namespace, code, ...kind.toFile(written) }),
    ...(Object.keys(texts).length > 0 && { texts: hashedTexts(texts) }),
  })
}

/** Returns texts in several languages in a fixed order, as part of the data for a hash. */
export function hashedTexts(texts: Texts): JsonValue {
  const places = Object.keys(texts).sort()
  return places.map((place) => [place, ...texts[place]!.map((text) => [...text])])
}

type Hashed = Pick<Definition['kind'], 'word' | 'hashed' | 'toFile'>
