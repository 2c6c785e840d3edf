import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { listUsers } from './list-users.ts'

/** Operations under `/pub/v1/user`, in the order of the index. */
export const userOperations: readonly Operation<Context>[] = [listUsers]
