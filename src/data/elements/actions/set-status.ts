import { mayPrecede, statusByCode, statusRefused } from '../rules/statuses.ts'
import type { ElementAddress } from '../source/opened-application.ts'
import type { Action, WrittenElement } from './action.ts'
import { changeExisting, refuseOtherRevision, writtenElement } from './change-existing.ts'
import type { WantedRevision } from './update-element.ts'

/**
 * Moves an element to the status with this code. Throws when the status graph does not allow it from the present
 * status. An element that already has the status stays as it is.
 */
export async function setStatus(
  action: Action,
  address: ElementAddress,
  code: string,
  guards: WantedRevision = {},
): Promise<WrittenElement> {
  const opened = action.open(action.caller, address)
  const { statuses } = opened.application
  const target = statusByCode(opened.application, code)
  const fromStatuses = [null, ...statuses.filter(mayPrecede(target)).map(({ id }) => id)]
  const change = { opened, address, change: { status: target.id }, guards: { ...guards, fromStatuses } }
  const outcome = await changeExisting(action, change, (outcome) => {
    refuseOtherRevision(guards, outcome)
    const present = statuses.find(({ id }) => id === outcome.old_status)
    if (present?.id !== target.id) throw statusRefused(target, present, 'status')
  })
  return writtenElement(address, outcome)
}
