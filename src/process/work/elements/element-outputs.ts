import type { JsonText } from '../../../foundation/kit/json.ts'
import type { Variables } from '../../engine/index.ts'

/** Returns the outputs of an action that read or wrote an element: id, number, name, status and the whole element. */
export function elementOutputs({ item }: { readonly item: JsonText }): Variables {
  const element = JSON.parse(item.text)
  const { __id, __index, __name, __statusCode = null } = element
  return { id: __id, index: __index, name: __name, status: __statusCode, element }
}
