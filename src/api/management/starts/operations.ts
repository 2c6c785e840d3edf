import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { listElementProcesses } from './list-element-processes.ts'
import { listProcessStarts } from './list-process-starts.ts'
import { startElementProcess } from './start-element-process.ts'

/** Operations of the management API on the starts of processes. */
export const startOperations: readonly Operation<Context>[] = [
  listProcessStarts,
  listElementProcesses,
  startElementProcess,
]
