import type { ElementTraits, ProgramNode } from '../model/index.ts'
import { adHocSubProcess } from './ad-hoc-sub-process.ts'
import { boundaryEvent } from './boundary-event.ts'
import { businessRuleTask } from './business-rule-task.ts'
import { callActivity } from './call-activity.ts'
import type { ElementKind } from './element-kind.ts'
import { endEvent } from './end-event.ts'
import { eventBasedGateway } from './event-based-gateway.ts'
import { exclusiveGateway } from './exclusive-gateway.ts'
import { inclusiveGateway } from './inclusive-gateway.ts'
import { intermediateCatchEvent } from './intermediate-catch-event.ts'
import { intermediateThrowEvent } from './intermediate-throw-event.ts'
import { parallelGateway } from './parallel-gateway.ts'
import { manualTask, plainTask } from './plain-task.ts'
import { receiveTask } from './receive-task.ts'
import { scriptTask } from './script-task.ts'
import { sendTask } from './send-task.ts'
import { serviceTask } from './service-task.ts'
import { startEvent } from './start-event.ts'
import { subProcess } from './sub-process.ts'
import { transaction } from './transaction.ts'
import { userTask } from './user-task.ts'

export { evaluatedSettings } from './user-task.ts'

/** All supported kinds of BPMN elements. */
export const elementKinds: readonly ElementKind[] = [
  startEvent,
  endEvent,
  intermediateCatchEvent,
  intermediateThrowEvent,
  boundaryEvent,
  exclusiveGateway,
  inclusiveGateway,
  parallelGateway,
  eventBasedGateway,
  plainTask,
  manualTask,
  userTask,
  serviceTask,
  sendTask,
  receiveTask,
  scriptTask,
  businessRuleTask,
  callActivity,
  subProcess,
  transaction,
  adHocSubProcess,
]

/** All supported kinds of BPMN elements by name. */
export const kindsByName: ReadonlyMap<string, ElementKind> = new Map(elementKinds.map((kind) => [kind.kind, kind]))

/** Returns what is declared about the kind of a node. */
export function traitsOf({ kind }: Pick<ProgramNode, 'kind'>): ElementTraits {
  const found = kindsByName.get(kind)
  if (found === undefined) throw new Error(`there is no kind of element "${kind}"`)
  return found
}
