import { letLeave } from '../engine/index.ts'
import type { ElementKind } from './element-kind.ts'

/** A task without a type: a step of the drawing that nothing is done for. */
export const plainTask: ElementKind = {
  kind: 'task',
  types: ['bpmn:Task'],
  isActivity: true,
  enter: (run, token) => letLeave(run, token),
}

/** A task that people do without the platform. */
export const manualTask: ElementKind = {
  kind: 'manualTask',
  types: ['bpmn:ManualTask'],
  isActivity: true,
  enter: (run, token) => letLeave(run, token),
}
