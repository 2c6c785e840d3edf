import { wrongInput } from '../../../foundation/http/errors.ts'
import type { Caller } from '../../../people/index.ts'
import type { WrittenElement } from '../../elements/actions/action.ts'
import type { ElementActions } from '../../elements/elements.ts'
import { rightMissing } from '../../elements/rights/refusals.ts'
import { readElementInput } from '../../elements/rules/read-element-input.ts'
import { statusByCode } from '../../elements/rules/statuses.ts'
import type { ElementAddress, OpenedApplication } from '../../elements/source/opened-application.ts'

/** The action on each element. Exactly one of the keys is present. */
export interface BulkAction {
  readonly setStatus?: { readonly code: string }
  readonly update?: { readonly context: Readonly<Record<string, unknown>> }
  readonly delete?: boolean
  readonly restore?: boolean
}

/**
 * Checks what can be checked before any element is read: the action has exactly one key, the caller has the right to
 * at least some elements, the status exists, and the values are valid. Throws the same errors as the action on one
 * element.
 */
export function checkBulkAction({ application, visible, authority }: OpenedApplication, action: BulkAction): void {
  const given = Object.entries(action).filter(([, value]) => value !== undefined && value !== false)
  if (given.length !== 1)
    throw wrongInput('"action" must have exactly one of setStatus, update, delete and restore', { field: 'action' })
  const right = action.delete || action.restore ? 'delete' : 'edit'
  if (authority.rows(right) === false) throw rightMissing(right, application)
  if (action.setStatus) statusByCode(application, action.setStatus.code)
  if (action.update) readElementInput(visible, action.update.context)
}

/** Runs an action on one element. */
export function runBulkAction(
  actions: ElementActions,
  caller: Caller,
  address: ElementAddress,
  { setStatus, update, ...others }: BulkAction,
): Promise<WrittenElement> {
  if (setStatus) return actions.setStatus(caller, address, setStatus.code)
  if (update) return actions.update(caller, address, update.context)
  return others.delete ? actions.delete(caller, address) : actions.restore(caller, address)
}
