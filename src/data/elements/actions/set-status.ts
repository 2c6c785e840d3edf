import { mayGive, mayPrecede, requireGiver, statusByCode, statusRefused } from '../rules/statuses.ts'
import type { ElementAddress } from '../source/opened-application.ts'
import type { Action, WrittenElement } from './action.ts'
import { changeExisting, refuseOtherRevision, writtenElement } from './change-existing.ts'
import type { WriteOptions } from './update-element.ts'

/**
 * Moves an element to the status with this code; does nothing when the element already has the status. Throws
 * `element.status_not_allowed` when the status may not follow the present one, when the caller may not give it, or
 * when the status is that of registered elements and the element is not registered.
 */
export async function setStatus(
  action: Action,
  address: ElementAddress,
  code: string,
  { registers = false, ...guards }: WriteOptions = {},
): Promise<WrittenElement> {
  const opened = action.open(action.caller, address)
  const { statuses } = opened.application
  const target = statusByCode(opened.application, code)
  const isGiver = registers || mayGive(target, opened)
  const fromStatuses: (number | null)[] = isGiver
    ? [null, ...statuses.filter(mayPrecede(target)).map(({ id }) => id)]
    : []
  const change = { opened, address, change: { status: target.id }, guards: { ...guards, fromStatuses }, registers }
  const outcome = await changeExisting(action, change, (outcome) => {
    refuseOtherRevision(guards, outcome)
    const present = statuses.find(({ id }) => id === outcome.old_status)
    if (fromStatuses.includes(outcome.old_status)) return
    if (present?.id === target.id) return
    if (!isGiver) requireGiver(target, opened, 'status')
    throw statusRefused(target, present, 'status')
  })
  return writtenElement(address, outcome)
}
