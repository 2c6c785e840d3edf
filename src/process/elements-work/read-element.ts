import { elementOutputs } from './element-outputs.ts'
import type { ElementAction } from './element-work.ts'

const nothing = { id: null, index: null, name: null, status: null, element: null }

/**
 * Reads an element without changing it, such as the element that a field refers to. An empty reference gives null for
 * each output.
 */
export const readElement: ElementAction = {
  action: 'element.read',
  readsElement: true,
  async run({ apps, tx, caller, settings, element }) {
    const isEmpty = settings.element === null || (Array.isArray(settings.element) && settings.element.length === 0)
    return isEmpty ? nothing : elementOutputs(await apps.elements.in(tx).get(caller, element()))
  },
}
