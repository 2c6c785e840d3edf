import { isUuid } from '../../../foundation/kit/ids.ts'
import { isObject } from '../../../foundation/kit/json.ts'
import { elementOutputs } from './element-outputs.ts'
import { ActionRefused, type ElementAction, shown } from './element-work.ts'

/**
 * Adds the file in the setting `file` to the field `field` of an element. `file` is the id of a file, an upload `{hash,
 * name}` of the user whose action made the instance advance, or a list of these.
 */
export const attachFile: ElementAction = {
  action: 'element.attachFile',
  async run({ apps, tx, caller, settings: { field, file }, element }) {
    if (typeof field !== 'string')
      throw new ActionRefused(`the setting "field" is ${shown(field)}; it must be the code of a field`)
    const files = (Array.isArray(file) ? file : [file]).map(readFile)
    return elementOutputs(await apps.elements.in(tx).attachFiles(caller, element(), field, files))
  },
}

function readFile(file: unknown): string | { readonly hash: string; readonly name?: string } {
  if (isUuid(file)) return file
  if (isObject(file) && typeof file.hash === 'string') {
    return { hash: file.hash, ...(typeof file.name === 'string' && { name: file.name }) }
  }
  throw new ActionRefused(`the setting "file" is ${shown(file)}; it must be the id of a file or an upload`)
}
