import type { ElementAction } from './element-work.ts'
import { written } from './written.ts'

/** Changes the fields of an element that the input mappings name; null clears a field. */
export const updateElement: ElementAction = {
  action: 'element.update',
  run: async ({ apps, tx, caller, fields, element }) =>
    written(await apps.elements.in(tx).update(caller, element(), fields)),
}
