import { collectFieldRefusals } from '../../../foundation/kit/field-refusals.ts'
import { unknownReferences } from '../rules/check-references.ts'
import { writableCreator } from '../rules/creator.ts'
import { type ElementInput, missingFields, readElementInput } from '../rules/read-element-input.ts'
import { groupById } from '../rules/statuses.ts'
import type { ElementAddress } from '../source/opened-application.ts'
import type { ChangeGuards, ElementChange } from '../write/change-element.store.ts'
import type { Action, WrittenElement } from './action.ts'
import { changeExisting, refuseOtherRevision, writtenElement } from './change-existing.ts'

/**
 * The revision that the element must have (any by default), and the rows of other rooms that are written with the
 * element.
 */
export interface WriteOptions extends Pick<ChangeGuards, 'rev' | 'joint'> {
  /**
   * Whether the change belongs to a registration of the element: such a change gives the status and the number of
   * registered elements, and needs no right of its own.
   */
  readonly registers?: boolean
}
export type WantedRevision = Pick<ChangeGuards, 'rev'>

export interface UpdateOptions extends WriteOptions {
  /**
   * Whether required fields that the change does not name may stay without a value. For changes by processes and
   * through contracts, which cannot give the value.
   */
  readonly mayLackRequired?: boolean
  readonly statusGroupId?: string | undefined
}

/**
 * Changes the fields in `context`; null clears a field, and a list replaces the whole list. `statusGroupId` moves the
 * element to the initial status of another group.
 */
export async function updateElement(
  action: Action,
  address: ElementAddress,
  context: Readonly<Record<string, unknown>>,
  { statusGroupId, mayLackRequired = false, registers = false, ...guards }: UpdateOptions = {},
): Promise<WrittenElement> {
  const { unit, caller, open, files } = action
  const opened = open(caller, address)
  const refusals = collectFieldRefusals()
  const input = readElementInput(opened.visible, context, refusals)
  for (const missing of missingFields(opened.application, input.body, opened.authority, false)) refusals.add(missing)
  const unseenFiles = (ids: readonly string[]) => files.unseen(unit.reader, caller, ids)
  const look = { unseenFiles, elementId: address.id }
  for (const unknown of await unknownReferences(unit.quick, opened, input.body, look)) refusals.add(unknown)
  const { application } = opened
  const group = refusals.check(() => (statusGroupId === undefined ? undefined : groupById(application, statusGroupId)))
  refusals.throwFirst()
  const createdBy = await writableCreator(unit.quick, caller, input)
  const change = { ...changeOf(input, createdBy), ...(group && { group }) }
  const refuse = refuseOtherRevision.bind(undefined, guards)
  const existing = { opened, address, change, guards, asksRequired: !mayLackRequired, registers }
  return writtenElement(address, await changeExisting(action, existing, refuse))
}

function changeOf({ createdBy: _given, body, ...columns }: ElementInput, createdBy: string | undefined): ElementChange {
  return {
    ...columns,
    ...(Object.keys(body).length === 0 ? {} : { body }),
    ...(createdBy === undefined ? {} : { createdBy }),
  }
}
