import type { Reader } from '../../../foundation/db/database.ts'
import { isUuid } from '../../../foundation/kit/ids.ts'
import { elementMissing } from '../../elements/source/opened-application.ts'
import type { ContractArm, OpenedContract } from '../open/open-contract.ts'
import { elementIn } from './find-element.store.ts'

/** An element of a contract, as the caller sees it, and the source that it belongs to. */
export interface FoundElement {
  readonly arm: ContractArm
  readonly text: string
  readonly rev: string
}

/** Finds an element of a contract by its id. Throws a 404 when the caller can see no such element. */
export async function findElement(
  reader: Reader,
  { contract, arms }: OpenedContract,
  elementId: string,
): Promise<FoundElement> {
  const sources = arms.map(({ rows }) => rows)
  const found = isUuid(elementId) ? await elementIn(reader, sources, elementId) : undefined
  if (found === undefined) throw elementMissing({ ...contract, id: elementId })
  return { ...found, arm: arms[found.place]! }
}
