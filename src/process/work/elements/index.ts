import type { Work } from '../../execution/index.ts'
import { attachFile } from './attach-file.ts'
import { createElement } from './create-element.ts'
import { type ElementAction, type ElementWorkDeps, elementWork } from './element-work.ts'
import { type DocumentWorkDeps, documentWork } from './generate-document.ts'
import { grantAccess } from './grant-access.ts'
import { readElement } from './read-element.ts'
import { registerElement } from './register-element.ts'
import { revokeAccess } from './revoke-access.ts'
import { setStatus } from './set-status.ts'
import { takeNumber } from './take-number.ts'
import { updateElement } from './update-element.ts'

export { ActionRefused, type ApplicationPath, elementPlaces } from './element-work.ts'

/** The actions on elements. */
const actions: readonly ElementAction[] = [
  readElement,
  createElement,
  updateElement,
  setStatus,
  attachFile,
  takeNumber,
  grantAccess,
  registerElement,
  revokeAccess,
]

/** Creates the work of all actions on elements, and of the generation of their documents. */
export const createElementWork = (deps: ElementWorkDeps & DocumentWorkDeps): readonly Work[] => [
  ...actions.map((action) => elementWork(action, deps)),
  documentWork(deps),
]
