import type { ElementAction } from './element-work.ts'

/** Takes the next number of an application. No element will get this number. */
export const takeNumber: ElementAction = {
  action: 'element.takeNumber',
  run: async ({ apps, tx, caller, application }) => ({
    number: await apps.elements.in(tx).takeNumber(caller, application()),
  }),
  elementOf: () => undefined,
}
