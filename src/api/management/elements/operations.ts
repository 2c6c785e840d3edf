import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { elementGrants } from './element-grants.ts'
import { getElementHistory } from './get-element-history.ts'

/** Operations of the management API on elements. */
export const elementOperations: readonly Operation<Context>[] = [getElementHistory, ...elementGrants]
