import type { ElementAction } from './element-work.ts'

/** Takes the next number of an application, which no element gets any more. */
export const takeNumber: ElementAction = {
  action: 'element.takeNumber',
  run: async ({ apps, tx, caller, application }) => ({
    number: await apps.elements.in(tx).takeNumber(caller, application()),
  }),
}
