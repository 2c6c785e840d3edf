import { didYouMean } from '../../../foundation/kit/nearest.ts'
import type { Application, Status } from '../../applications/application.ts'
import { statusNotAllowed, unknownStatus, unknownStatusGroup } from '../../errors.ts'

/**
 * Returns the initial status of a new element: the first of the given group, or of the application; undefined when
 * there are no statuses. Throws `element.unknown_status_group`.
 */
export function initialStatus(application: Application, statusGroupId: string | undefined): Status | undefined {
  if (statusGroupId !== undefined && !application.statusGroups.some(({ id }) => id === statusGroupId)) {
    throw unknownStatusGroup(`no status group has the id ${statusGroupId}`, { field: 'statusGroupId' })
  }
  return application.statuses.find(({ groupId }) => statusGroupId === undefined || groupId === statusGroupId)
}

/**
 * Returns a status group's id and its initial status; undefined when the group has no statuses. Throws
 * `element.unknown_status_group`.
 */
export function groupById(application: Application, statusGroupId: string): { id: string; status: number } | undefined {
  const first = initialStatus(application, statusGroupId)
  return first && { id: statusGroupId, status: first.id }
}

/** Returns the status with a code. Throws `element.unknown_status`. */
export function statusByCode(application: Application, code: string): Status {
  const status = application.statuses.find((one) => one.code === code)
  if (status !== undefined) return status
  const codes = application.statuses.map((one) => one.code)
  if (codes.length === 0)
    throw unknownStatus(`${application.namespace}.${application.code} has no statuses`, { field: 'status' })
  throw unknownStatus(`unknown status "${code}"${didYouMean(code, codes) || `; there are ${codes.join(', ')}`}`, {
    field: 'status',
  })
}

/**
 * Returns the error for a status that may not follow the present one. `field` is the name of the input that gives the
 * status.
 */
export function statusRefused(target: Status, present: Status | undefined, field: string): Error {
  return statusNotAllowed(cannotFollow(target, present), { field })
}

/** Returns the sentence that says that a status may not follow the present one, with the names of both. */
export const cannotFollow = (target: Status, present: Status | undefined): string =>
  `the status "${target.name}" can't follow "${present?.name}"`

/**
 * Returns the status that elements get only with their registration; undefined when the application has none, or while
 * registration is switched off.
 */
export function statusOfRegistered({ statuses, registration }: Application): Status | undefined {
  return registration?.enabled === false ? undefined : statuses.find(({ code }) => code === registration?.status)
}

/** Returns the sentence that says that an element gets a status only with its registration. */
export const comesWithRegistration = ({ name }: Status): string =>
  `an element gets the status "${name}" when it is registered`

/**
 * Returns the error for the status of registered elements when the element has no registration. `field` is the name of
 * the input that gives the status.
 */
export const needsRegistration = (status: Status, field: string): Error =>
  statusNotAllowed(comesWithRegistration(status), { field })

/** Returns the sentence that says that only a process gives a status. */
export const givenByProcess = ({ name }: Status): string => `the status "${name}" is given by a process only`

/** Returns whether a caller may give a status, apart from the right to edit the element and the transitions. */
export const mayGive = ({ by }: Status, { isAdministrator }: { readonly isAdministrator: boolean }): boolean =>
  by === undefined || isAdministrator

/**
 * Throws `element.status_not_allowed` for a status that the caller may not give. `field` is the name of the input that
 * gives the status.
 */
export function requireGiver(status: Status, giver: { readonly isAdministrator: boolean }, field: string): void {
  if (!mayGive(status, giver)) throw statusNotAllowed(givenByProcess(status), { field })
}

/**
 * Returns a predicate that tells whether `target` may follow a status: both are in the same group and the declared
 * transitions allow it. Without declared transitions, `target` may follow any status that is not final.
 */
export function mayPrecede(target: Status): (status: Status) => boolean {
  return (status) => {
    if (status.groupId !== target.groupId || status.id === target.id) return false
    if (status.next !== undefined) return status.next.includes(target.code)
    return !status.final
  }
}

/**
 * Returns whether an element whose status has the code `present` may get the status `code`. An element without a
 * status may get any.
 */
export function mayFollow({ statuses }: Pick<Application, 'statuses'>, present: unknown, code: string): boolean {
  const [before, target] = [present, code].map((one) => statuses.find((status) => status.code === one))
  return target !== undefined && (before === undefined || mayPrecede(target)(before))
}
