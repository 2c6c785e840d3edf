import { Type } from 'typebox'
import type { Reply } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { AnyObject, Element } from '../schemas.ts'

/** The reference from an element of a contract to the same element in its application. */
const SourceRef = Type.Object({ namespace: Type.String(), code: Type.String(), id: Type.String({ format: 'uuid' }) })

/** An element with the fields of a contract. */
const ContractElement = Type.Object(
  { ...Element.properties, __sourceRef: SourceRef },
  { additionalProperties: true, title: 'ContractElement' },
)

export const ContractItem = Type.Object({ item: ContractElement }, { title: 'ContractElementResult' })

export const ContextInput = Type.Object({ context: Type.Optional(AnyObject) }, { additionalProperties: true })

interface ElementAddress {
  readonly namespace: string
  readonly code: string
  readonly id: string
}

/**
 * Returns the response to a repeated write: the current element with the fields that the caller can read, and its ETag.
 */
export async function currentContractElement(address: ElementAddress, reply: Reply, { caller, apps }: Context) {
  const { item, rev } = await apps.contracts.get(caller, address)
  reply.header('etag', `"${rev}"`)
  return { item }
}
