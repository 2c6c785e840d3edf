import { JsonText } from '../../foundation/kit/json.ts'
import type { Caller } from '../../people/index.ts'
import { statusNotAllowed } from '../errors.ts'
import type { ChangeGuards } from './change-element.store.ts'
import { changedMeanwhile, changeExisting } from './change-existing.ts'
import type { ElementAddress } from './element-address.ts'
import { mayPrecede, statusByCode } from './statuses.ts'
import type { WriteDeps, WrittenElement } from './write-deps.ts'

/**
 * Moves an element to the status with this code. Throws when the status graph does not allow it from the present
 * status.
 */
export async function setStatus(
  deps: WriteDeps,
  caller: Caller,
  address: ElementAddress,
  code: string,
  guards: ChangeGuards = {},
): Promise<WrittenElement> {
  const opened = deps.open(caller, address)
  const { application } = opened
  const target = statusByCode(application, code)
  const fromStatuses = [null, ...application.statuses.filter(mayPrecede(target)).map(({ id }) => id)]
  const change = { status: target.id }
  const outcome = await deps.events.run((tx) =>
    changeExisting({ ...deps, tx }, caller, opened, address, change, { ...guards, fromStatuses }),
  )
  if (outcome.written) return { item: new JsonText(outcome.text), rev: outcome.rev }

  if (guards.rev !== undefined && guards.rev !== outcome.rev) throw changedMeanwhile(outcome)
  const present = application.statuses.find(({ id }) => id === outcome.old_status)
  if (present?.id !== target.id) {
    throw statusNotAllowed(`status "${target.code}" can't follow "${present?.code}"`, { field: 'status' })
  }
  // The element already has the status: nothing was written, and the element is returned as the statement read it.
  return { item: new JsonText(outcome.text), rev: outcome.rev }
}
