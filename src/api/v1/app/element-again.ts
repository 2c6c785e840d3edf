import type { Reply } from '../../../http/operation.ts'
import type { Context } from '../../operation.ts'

interface ElementAddress {
  readonly namespace: string
  readonly code: string
  readonly id: string
}

/** The answer to a repeated write of an element: the element as it is now, as far as the caller may read it now. */
export async function elementAgain(address: ElementAddress, reply: Reply, { caller, apps }: Context) {
  const { item, rev } = await apps.elements.get(caller, address)
  reply.header('etag', `"${rev}"`)
  return { item }
}
