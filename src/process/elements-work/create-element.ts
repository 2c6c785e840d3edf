import type { ElementAction } from './element-work.ts'
import { written } from './written.ts'

/** Creates an element of the application `app`; the input mappings are its fields. */
export const createElement: ElementAction = {
  action: 'element.create',
  run: async ({ apps, tx, caller, fields, application }) =>
    written(await apps.elements.in(tx).create(caller, application(), fields)),
}
