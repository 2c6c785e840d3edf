import { elementOutputs } from './element-outputs.ts'
import type { ElementAction } from './element-work.ts'

/** Creates an element of the application `app`; the values of the input mappings become the values of its fields. */
export const createElement: ElementAction = {
  action: 'element.create',
  run: async ({ apps, tx, caller, fields, application }) =>
    elementOutputs(await apps.elements.in(tx).create(caller, application(), fields)),
  elementOf: ({ application }, outputs) => outputs && { ...application(), id: String(outputs.id) },
}
