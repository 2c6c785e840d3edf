import type { Right } from '../../../access/index.ts'
import { notAllowed } from '../../../foundation/http/errors.ts'
import { applicationPath } from '../../applications/application.ts'

/**
 * Returns the 403 for a missing right, in words of that right. Use it only for elements that the caller may see; others
 * give a 404.
 */
export function rightMissing(right: Right, application: { namespace: string; code: string }): Error {
  return notAllowed(`you may not ${phrases[right]} ${applicationPath(application)}`, { right })
}

export function fieldNotWritable(code: string): Error {
  return notAllowed(`you may not change "${code}"`, { right: 'write', field: code })
}

const phrases: Readonly<Record<Right, string>> = {
  view: 'view this element of',
  create: 'create such an element in',
  edit: 'edit this element of',
  delete: 'delete or restore this element of',
  import: 'import into',
  export: 'export elements of',
  access: 'see or change who has access to this element of',
}
