import { elementOutputs } from './element-outputs.ts'
import { ActionRefused, type ElementAction, shown } from './element-work.ts'

/** Changes the status of an element to the code `status`. */
export const setStatus: ElementAction = {
  action: 'element.setStatus',
  async run({ apps, tx, caller, settings: { status }, element }) {
    if (typeof status !== 'string')
      throw new ActionRefused(`the setting "status" is ${shown(status)}; it must be the code of a status`)
    return elementOutputs(await apps.elements.in(tx).setStatus(caller, element(), status))
  },
}
