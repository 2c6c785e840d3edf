import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { listSubscribers } from './list-subscribers.ts'
import { addSegmentSubscribers, listSegmentSubscribers, removeSegmentSubscribers } from './segment-subscribers.ts'
import { createSegment, getSegment, listSegments } from './segments.ts'

/** Operations under `/pub/v1/marketing`, in the order in which `docs/operations.md` lists them. */
export const marketingOperations: readonly Operation<Context>[] = [
  listSegments,
  createSegment,
  getSegment,
  listSegmentSubscribers,
  addSegmentSubscribers,
  removeSegmentSubscribers,
  listSubscribers,
]
