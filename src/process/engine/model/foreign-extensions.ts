import type { ModdleElement } from 'bpmn-moddle'
import type { ModelProblems } from '../../../foundation/kit/xml/model-problems.ts'
import { extensionNamespace } from './extension-schema.ts'

const engines = /camunda|zeebe|flowable|activiti|jboss|drools|bonita|signalfx|elma/i

/** Replacements for settings of other engines. */
const instead: Readonly<Record<string, string>> = {
  assignee: '<chancery:performer type="user" value="…"/> in extensionElements',
  candidateUsers: '<chancery:performer type="user" value="…"/> in extensionElements',
  candidateGroups: '<chancery:performer type="group" value="…"/> in extensionElements',
  assignmentDefinition: '<chancery:performer …/> in extensionElements',
  dueDate: '<chancery:task due="…"/> in extensionElements',
  class: '<chancery:action type="…"/> in extensionElements',
  delegateExpression: '<chancery:action type="…"/> in extensionElements',
  expression: '<chancery:action type="…"/> in extensionElements',
  topic: '<chancery:action type="delegated"/> in extensionElements',
  taskDefinition: '<chancery:action type="delegated"/> in extensionElements',
  collection: '<chancery:loop collection="…" item="…"/> in the extensionElements of the activity',
  elementVariable: '<chancery:loop collection="…" item="…"/> in the extensionElements of the activity',
  loopCharacteristics: '<chancery:loop collection="…" item="…"/> in the extensionElements of the activity',
  calledElement: '<chancery:call process="namespace.code"/> in extensionElements',
  decisionRef: '<chancery:decision path="…"/> in extensionElements',
  calledDecision: '<chancery:decision path="…"/> in extensionElements',
  decisionRefBinding: 'the attribute binding="latest", "version" or "deployment" of <chancery:decision>',
  decisionRefVersion: 'the attributes binding="version" version="…" of <chancery:decision>',
  mapDecisionResult: 'the attribute result="…" of <chancery:decision>',
  resultVariable: 'the attribute result="…" of the action or decision in extensionElements',
  calledElementBinding: 'the attribute binding="latest", "version" or "deployment" of <chancery:call>',
  calledElementVersion: 'the attributes binding="version" version="…" of <chancery:call>',
  inputOutput: '<chancery:input name="…" value="…"/> and <chancery:output …/> in extensionElements',
  ioMapping: '<chancery:input name="…" value="…"/> and <chancery:output …/> in extensionElements',
  subscription: '<chancery:message key="…"/> in extensionElements',
  asyncBefore: 'the attribute chancery:asyncBefore="true"',
}

/** Settings of other engines that are ignored, because the flow of the process does not depend on them. */
const harmless =
  /^(versionTag|historyTimeToLive|modelerTemplate\w*|executionPlatform\w*|properties|jobPriority|diagramRelationId|userTask)$/

/**
 * Reports the settings of other engines on an element. Ignores harmless settings, and the settings of drawing tools.
 */
export class ForeignExtensions {
  readonly #namespaces: Readonly<Record<string, string>>
  readonly #problems: ModelProblems

  constructor(definitions: ModdleElement, problems: ModelProblems) {
    this.#namespaces = definitions.$attrs
    this.#problems = problems
  }

  check(element: ModdleElement): void {
    const extensions = (element.extensionElements as { values?: readonly ModdleElement[] } | undefined)?.values ?? []
    const names = [...Object.keys(element.$attrs), ...extensions.map(({ $type }) => $type)]
    for (const name of names) {
      const [prefix, local] = name.split(':') as [string, string?]
      if (local === undefined || prefix === 'xmlns' || prefix === 'chancery') continue
      const namespace = this.#namespaces[`xmlns:${prefix}`] ?? prefix
      if (namespace === extensionNamespace || !engines.test(namespace) || harmless.test(local)) continue
      const hint = instead[local] ?? 'an element of the namespace urn:chancery:bpmn:1, or remove it'
      this.#problems.add(element.id, `${name} is a setting of another engine; write ${hint}`)
    }
  }
}
