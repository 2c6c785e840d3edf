import { errorKind } from '../../../foundation/kit/errors.ts'

export const moveRefused = errorKind(
  'instance.move_refused',
  400,
  'The instance cannot move to the version. `reasons` lists every reason as {code, element, name, tokens, message}. Nothing was changed.',
)
export const mappingInvalid = errorKind(
  'process.mapping_invalid',
  400,
  'The mapping names an element that no version of the selected instances has. `field` names it.',
)
export const selectionMissing = errorKind(
  'process.selection_missing',
  400,
  'The request names no instances. Send `instanceIds`, or `updateAllActive` for all active instances.',
)
