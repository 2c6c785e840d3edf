import type { Reply } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'

interface ElementAddress {
  readonly namespace: string
  readonly code: string
  readonly id: string
}

/** Returns the response to a repeated write of an element: the current element, with the fields that the caller can read. */
export async function elementAgain(address: ElementAddress, reply: Reply, { caller, apps }: Context) {
  const { item, rev } = await apps.elements.get(caller, address)
  reply.header('etag', `"${rev}"`)
  return { item }
}
