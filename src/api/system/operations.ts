import type { Operation } from '../../foundation/http/operation.ts'
import type { Context } from '../operation.ts'
import { getOpenApi } from './get-open-api.ts'
import { live } from './live.ts'
import { ready } from './ready.ts'

/** Operations of the server itself: health and documentation. */
export const systemOperations: readonly Operation<Context>[] = [live, ready, getOpenApi]
