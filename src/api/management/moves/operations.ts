import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { interruptMany } from './interrupt-many.ts'
import { moveInstance } from './move-instance.ts'
import { moveInstances } from './move-instances.ts'
import { previewVersion } from './preview-version.ts'

/** Operations of the management API that move or interrupt instances. */
export const moveOperations: readonly Operation<Context>[] = [
  previewVersion,
  moveInstances,
  moveInstance,
  interruptMany,
]
