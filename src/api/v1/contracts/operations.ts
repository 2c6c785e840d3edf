import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { createContractElement } from './create-contract-element.ts'
import { getContractElement } from './get-contract-element.ts'
import { listContractElements } from './list-contract-elements.ts'
import { updateContractElement } from './update-contract-element.ts'

/** Operations under `/pub/v1/contracts`, in the order in which `docs/operations.md` lists them. */
export const contractOperations: readonly Operation<Context>[] = [
  updateContractElement,
  listContractElements,
  getContractElement,
  createContractElement,
]
