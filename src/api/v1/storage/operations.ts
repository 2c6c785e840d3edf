import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { deleteApplicationValue, getApplicationValue, setApplicationValue } from './application-value.ts'
import { deleteNamespaceValue, getNamespaceValue, setNamespaceValue } from './namespace-value.ts'
import { deleteSystemValue, getSystemValue, setSystemValue } from './system-value.ts'

/** Operations under `/pub/v1/storage`, in the order in which `docs/operations.md` lists them. */
export const storageOperations: readonly Operation<Context>[] = [
  getSystemValue,
  setSystemValue,
  deleteSystemValue,
  getNamespaceValue,
  setNamespaceValue,
  deleteNamespaceValue,
  getApplicationValue,
  setApplicationValue,
  deleteApplicationValue,
]
