import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { deleteApplicationValue } from './delete-application-value.ts'
import { deleteNamespaceValue } from './delete-namespace-value.ts'
import { deleteSystemValue } from './delete-system-value.ts'
import { getApplicationValue } from './get-application-value.ts'
import { getNamespaceValue } from './get-namespace-value.ts'
import { getSystemValue } from './get-system-value.ts'
import { setApplicationValue } from './set-application-value.ts'
import { setNamespaceValue } from './set-namespace-value.ts'
import { setSystemValue } from './set-system-value.ts'

/** Operations under `/pub/v1/storage`, in the order of the list of operations. */
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
