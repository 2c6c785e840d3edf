import type { Work } from '../execution/work.ts'
import { attachFile } from './attach-file.ts'
import { createElement } from './create-element.ts'
import { type ElementAction, type ElementWorkDeps, elementWork } from './element-work.ts'
import { grantAccess } from './grant-access.ts'
import { registerElement } from './register-element.ts'
import { setStatus } from './set-status.ts'
import { takeNumber } from './take-number.ts'
import { updateElement } from './update-element.ts'

/** The actions on elements. */
const actions: readonly ElementAction[] = [
  createElement,
  updateElement,
  setStatus,
  attachFile,
  takeNumber,
  grantAccess,
  registerElement,
]

/** Creates the work of all actions on elements. */
export const createElementWork = (deps: ElementWorkDeps): readonly Work[] =>
  actions.map((action) => elementWork(action, deps))
