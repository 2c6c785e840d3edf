import { letLeave } from '../advance/index.ts'
import type { ElementKind } from './element-kind.ts'

/** A task without a type, which passes the token on at once. */
export const plainTask: ElementKind = {
  kind: 'task',
  types: ['bpmn:Task'],
  isActivity: true,
  actsOutside: () => false,
  readsElsewhere: () => false,
  enter: (run, token) => letLeave(run, token),
}

/** A manual task, which people perform outside of the platform. Passes the token on at once. */
export const manualTask: ElementKind = {
  kind: 'manualTask',
  types: ['bpmn:ManualTask'],
  isActivity: true,
  actsOutside: () => false,
  readsElsewhere: () => false,
  enter: (run, token) => letLeave(run, token),
}
