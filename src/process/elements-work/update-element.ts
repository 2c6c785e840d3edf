import type { ElementAction } from './element-work.ts'
import { written } from './written.ts'

/** Changes fields of an element; the input mappings are the fields, and null clears one. */
export const updateElement: ElementAction = {
  action: 'element.update',
  run: async ({ apps, tx, caller, fields, element }) =>
    written(await apps.elements.in(tx).update(caller, element(), fields)),
}
