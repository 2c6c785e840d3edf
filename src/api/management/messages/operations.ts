import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { sendMessage } from './send-message.ts'
import { sendSignal } from './send-signal.ts'

/** Operations of the management API on messages and signals. */
export const messageOperations: readonly Operation<Context>[] = [sendMessage, sendSignal]
