import { wrongInput } from '../../../foundation/http/errors.ts'
import type { Reply } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'

/** Returns the revision in `If-Match: "17"`. Without the header, or with `*`, any revision matches. */
export function readIfMatch(ifMatch: string | undefined): { rev?: string } {
  if (ifMatch === undefined || ifMatch.trim() === '*') return {}
  const rev = /^\s*(?:W\/)?"?(\d{1,18})"?\s*$/.exec(ifMatch)?.[1]
  if (rev === undefined)
    throw wrongInput('If-Match must be an ETag of this server, such as "17"', { field: 'If-Match' })
  return { rev }
}

interface ElementAddress {
  readonly namespace: string
  readonly code: string
  readonly id: string
}

/**
 * Returns the response to a repeated write: the current element with the fields that the caller can read, and its ETag.
 */
export async function currentElement(address: ElementAddress, reply: Reply, { caller, apps }: Context) {
  const { item, rev } = await apps.elements.get(caller, address)
  reply.header('etag', `"${rev}"`)
  return { item }
}
