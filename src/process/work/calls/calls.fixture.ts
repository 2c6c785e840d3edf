import { newId } from '../../../foundation/kit/ids.ts'
import { systemCaller } from '../../../people/index.ts'
import type { WorkCall } from '../../execution/work.ts'

/** Returns a call whose settings have these values. */
export function callWith(parameters: Readonly<Record<string, unknown>>, more: Partial<WorkCall> = {}): WorkCall {
  return {
    instance: { id: newId(), template: newId(), version: 3, name: 'Order 7', initiator: newId() },
    wait: newId(),
    element: 'a',
    attempt: 1,
    input: {},
    caller: systemCaller(newId()),
    now: new Date('2026-03-02T09:00:00Z'),
    ...more,
    settings: { parameters, ...more.settings },
  }
}
