import { isUuid } from '../../../foundation/kit/ids.ts'
import { JsonText } from '../../../foundation/kit/json.ts'
import type { Application } from '../../applications/application.ts'
import { elementChanged } from '../../errors.ts'
import { type Requirement, requirementsOf, standingRequirements } from '../rights/change-requirements.ts'
import { identityRequirements } from '../rights/identity-requirements.store.ts'
import { fieldNotWritable, identityLocked, rightMissing } from '../rights/refusals.ts'
import { maskedFields } from '../rights/shown-value.ts'
import { namingClash } from '../rules/key-clash.ts'
import { emptiedFields, standingFields, valueMissing, valueStillMissing } from '../rules/read-element-input.ts'
import { statusRequirements } from '../rules/status-requirements.store.ts'
import { needsRegistration } from '../rules/statuses.ts'
import { type ElementAddress, elementMissing, type OpenedApplication } from '../source/opened-application.ts'
import {
  type ChangeGuards,
  type ChangeOutcome,
  changeElement,
  type ElementChange,
} from '../write/change-element.store.ts'
import { type Action, completeWrite, originWithin, type WrittenElement } from './action.ts'
import { attachUploads } from './attach-uploads.ts'

export interface ExistingChange {
  readonly opened: OpenedApplication
  readonly address: ElementAddress
  readonly change: ElementChange
  readonly guards: ChangeGuards
  /** Whether all required fields that the caller may fill must have values after a change of other fields. */
  readonly asksRequired?: boolean
  /**
   * Whether the change belongs to a registration of the element: such a change gives the status and the number of
   * registered elements, and needs no right of its own.
   */
  readonly registers?: boolean
}

/**
 * Changes an element in one statement. Throws when the element does not exist or the caller lacks a right. Uploads in
 * the values become files of the element in the same transaction. When a guard prevented the change, calls `refuse`,
 * and returns a result with `written` false unless `refuse` throws.
 */
export async function changeExisting(
  action: Action,
  { opened, address, change, guards, asksRequired = false, registers = false }: ExistingChange,
  refuse: (outcome: ChangeOutcome) => void = () => {},
): Promise<ChangeOutcome> {
  if (!isUuid(address.id)) throw elementMissing(address)
  const { source, application, authority } = opened
  const origin = originWithin(action)
  const { body, write } = await attachUploads(action, application, change.body ?? {})
  const whole = change.body === undefined ? change : { ...change, body }
  const requirements = registers
    ? []
    : [
        ...requirementsOf(authority, whole, emptiedFields(application, body, authority)),
        ...identityRequirements(application, body),
        ...statusRequirements(application, change),
        ...(asksRequired ? standingRequirements(authority, standingFields(application, body, authority)) : []),
      ]
  const allGuards = { ...guards, requirements, masked: maskedFields(authority, Object.keys(body)) }
  const written = { body, externalId: change.externalId, id: address.id }
  return namingClash(action.unit.quick, opened, written, () =>
    write(address.id, async (tx) => {
      const write = { source, application, origin }
      const outcome = await changeElement(tx, write, { elementId: address.id, change: whole, guards: allGuards })
      if (outcome === undefined) throw elementMissing(address)
      if (outcome.unmet > 0) throw refusalOf(requirements[outcome.unmet - 1]!, application, change)
      if (!outcome.written) refuse(outcome)
      else await completeWrite(action, tx, { app: application.id, id: address.id, rev: outcome.rev })
      return outcome
    }),
  )
}

/**
 * Returns the error for an unmet requirement. The caller can see the element, so the error may say that the element
 * cannot be changed.
 */
function refusalOf({ of }: Requirement, application: Application, { group }: ElementChange): Error {
  if (typeof of === 'string') return rightMissing(of, application)
  if ('identity' in of) return identityLocked(of.identity)
  if ('status' in of) return needsRegistration(of.status, group === undefined ? 'status' : 'statusGroupId')
  if ('field' in of) return fieldNotWritable(application, of.field)
  return 'required' in of
    ? valueMissing(application.fields.get(of.required)!)
    : valueStillMissing(application.fields.get(of.standing)!)
}

/** Throws `element.changed_meanwhile` when the element is not at the revision that the caller requires. */
export function refuseOtherRevision({ rev }: ChangeGuards, outcome: ChangeOutcome): void {
  if (rev === undefined || rev === outcome.rev) return
  throw elementChanged(`the element was changed meanwhile: it is at revision ${outcome.rev}`, { rev: outcome.rev })
}

export function writtenElement({ id }: ElementAddress, { text, rev, action, answer }: ChangeOutcome): WrittenElement {
  return {
    id: id.toLowerCase(),
    item: new JsonText(text),
    rev,
    action: action ?? undefined,
    ...(answer !== null && { answer }),
  }
}
