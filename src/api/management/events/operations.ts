import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { streamEvents } from './stream-events.ts'

/** Operations of the management API for live updates. */
export const eventOperations: readonly Operation<Context>[] = [streamEvents]
