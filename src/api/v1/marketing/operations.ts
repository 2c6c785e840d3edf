import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { addSegmentSubscribers } from './add-segment-subscribers.ts'
import { createSegment } from './create-segment.ts'
import { getSegment } from './get-segment.ts'
import { listSegmentSubscribers } from './list-segment-subscribers.ts'
import { listSegments } from './list-segments.ts'
import { listSubscribers } from './list-subscribers.ts'
import { removeSegmentSubscribers } from './remove-segment-subscribers.ts'

/** Operations under `/pub/v1/marketing`, in the order of the list of operations. */
export const marketingOperations: readonly Operation<Context>[] = [
  listSegments,
  createSegment,
  getSegment,
  listSegmentSubscribers,
  addSegmentSubscribers,
  removeSegmentSubscribers,
  listSubscribers,
]
