import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { fireTimer } from './fire-timer.ts'
import { listTimers } from './list-timers.ts'
import { moveTimer } from './move-timer.ts'

/** Operations of the management API on timers. */
export const timerOperations: readonly Operation<Context>[] = [listTimers, fireTimer, moveTimer]
