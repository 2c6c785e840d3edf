import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { liftHold } from './lift-hold.ts'
import { listHolds } from './list-holds.ts'
import { placeHold } from './place-hold.ts'

/** Operations under `/api/v1/holds`. */
export const holdOperations: readonly Operation<Context>[] = [listHolds, placeHold, liftHold]
