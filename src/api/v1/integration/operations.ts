import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { getVoipBindings, updateVoipBindings } from './voip-bindings.ts'

/** Operations under `/pub/v1/integration`, in the order of the list of operations. */
export const integrationOperations: readonly Operation<Context>[] = [updateVoipBindings, getVoipBindings]
