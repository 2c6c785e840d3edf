import { elementOutputs } from './element-outputs.ts'
import type { ElementAction, ElementStep } from './element-work.ts'

const nothing = { id: null, index: null, name: null, status: null, element: null }

/**
 * Reads an element without changing it, such as the element that a field refers to. An empty reference gives null for
 * each output.
 */
export const readElement: ElementAction = {
  action: 'element.read',
  run: async (step) =>
    isEmpty(step) ? nothing : elementOutputs(await step.apps.elements.in(step.tx).get(step.caller, step.element())),
  elementOf: (step) => (isEmpty(step) ? undefined : step.element()),
}

const isEmpty = ({ settings: { element } }: ElementStep): boolean =>
  element === null || (Array.isArray(element) && element.length === 0)
