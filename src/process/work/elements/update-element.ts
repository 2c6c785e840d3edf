import { elementOutputs } from './element-outputs.ts'
import type { ElementAction } from './element-work.ts'

/** Changes the fields of an element that the input mappings name; null clears a field. */
export const updateElement: ElementAction = {
  action: 'element.update',
  run: async ({ apps, tx, caller, fields, element }) =>
    elementOutputs(await apps.elements.in(tx).update(caller, element(), fields, { mayLackRequired: true })),
}
