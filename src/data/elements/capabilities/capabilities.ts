import { type FieldRight, type Right, type RowFilter, rights } from '../../../access/index.ts'
import type { Reader } from '../../../foundation/db/database.ts'
import { isUuid } from '../../../foundation/kit/ids.ts'
import type { Status } from '../../applications/application.ts'
import { elementRights } from '../rights/element-rights.ts'
import { rightMissing } from '../rights/refusals.ts'
import {
  cannotFollow,
  comesWithRegistration,
  givenByProcess,
  mayGive,
  mayPrecede,
  statusOfRegistered,
} from '../rules/statuses.ts'
import { type ElementAddress, elementMissing, type OpenedApplication } from '../source/opened-application.ts'
import { type ElementState, type NamedFilter, stateOfElement } from './capabilities.store.ts'

/**
 * Why an element may not get a status: the caller lacks the right to edit the element, or to create elements
 * (`right`); the status cannot follow the present one (`order`), comes with the registration of the element
 * (`registration`), or is given only by processes (`process`); or new elements begin with another status
 * (`beginning`).
 */
export const statusObstacles = ['right', 'order', 'registration', 'process', 'beginning'] as const
type StatusObstacle = (typeof statusObstacles)[number]

/** Whether an element may get a status. `obstacle` and the sentence `reason` are null when the status is allowed. */
interface StatusCapability {
  readonly code: string
  readonly isAllowed: boolean
  readonly obstacle: StatusObstacle | null
  readonly reason: string | null
}

/** Whether an element may get a status, and whether its present status can follow that status. */
interface StatusChange extends StatusCapability {
  readonly isReversible: boolean
}

/** What a caller may do with an element, or with an application as a whole. */
export interface Capabilities {
  readonly rights: readonly Right[]
  readonly statuses: readonly StatusCapability[]
  /** The codes of the visible fields that the caller cannot change, and `__name` when the name cannot be changed. */
  readonly readOnlyFields: readonly string[]
}

/** What a caller may do with one element. */
export interface ElementCapabilities extends Capabilities {
  readonly statuses: readonly StatusChange[]
  /** The codes of the visible fields that the registration of the element has fixed. */
  readonly lockedFields: readonly string[]
}

/**
 * Returns what a caller may do with an element now: an action that the capabilities allow is refused only when the
 * element changes meanwhile, by a rule on the new values, or because of a legal hold.
 */
export async function elementCapabilities(
  reader: Reader,
  opened: OpenedApplication,
  address: ElementAddress,
): Promise<ElementCapabilities> {
  const { application, visible, authority, source } = opened
  const codes = [...visible.fields.keys()]
  const filters: [string, RowFilter][] = [
    ...elementRights.grantable.map((right): [string, RowFilter] => [right, authority.rows(right)]),
    ...codes.map((code): [string, RowFilter] => [fieldName(code), authority.field(code, 'write' satisfies FieldRight)]),
  ]
  const conditional = filters.flatMap(([name, rows]): NamedFilter[] =>
    typeof rows === 'function' ? [{ name, rows }] : [],
  )
  const element = { app: application.id, id: address.id }
  const state = isUuid(address.id) ? await stateOfElement(reader, source, element, conditional) : undefined
  if (state === undefined) throw elementMissing(address)
  const held = new Set([...filters.flatMap(([name, rows]) => (rows === true ? [name] : [])), ...state.held])
  const mayEdit = held.has('edit')
  const locked = state.isRegistered ? (application.registration?.identity ?? []) : []
  const readOnly = codes.filter((code) => !mayEdit || !held.has(fieldName(code)) || locked.includes(code))
  const refusal = mayEdit ? undefined : obstacle('right', rightMissing('edit', application).message)
  return {
    rights: elementRights.grantable.filter((right) => right === 'view' || held.has(right)),
    statuses: application.statuses.map((status) => nextStatus(opened, state, status, refusal)),
    readOnlyFields: [...(mayEdit && application.nameTemplate === undefined ? [] : ['__name']), ...readOnly],
    lockedFields: codes.filter((code) => locked.includes(code)),
  }
}

/**
 * Returns what a caller may do with the elements of an application: the rights that the caller has to at least some
 * elements, the statuses with which a new element can begin, and the fields that the caller can write in no new
 * element.
 */
export function applicationCapabilities({ application, visible, authority }: OpenedApplication): Capabilities {
  const held = rights.filter((right) => authority.rows(right) !== false)
  const refusal = held.includes('create') ? undefined : obstacle('right', rightMissing('create', application).message)
  const initial = new Map<string, Status>()
  for (const status of application.statuses) if (!initial.has(status.groupId)) initial.set(status.groupId, status)
  const mayWrite = (code: string): boolean => refusal === undefined && authority.field(code, 'write') !== false
  return {
    rights: held,
    statuses: application.statuses.map((status) => {
      const first = initial.get(status.groupId)!
      const isFirst = first === status
      const other = isFirst ? undefined : obstacle('beginning', `new elements begin with the status "${first.name}"`)
      return capability(status, refusal ?? other)
    }),
    readOnlyFields: [
      ...(refusal === undefined && application.nameTemplate === undefined ? [] : ['__name']),
      ...[...visible.fields.keys()].filter((code) => !mayWrite(code)),
    ],
  }
}

const fieldName = (code: string): string => `field ${code}`

function nextStatus(
  { application, isAdministrator }: Pick<OpenedApplication, 'application' | 'isAdministrator'>,
  { status: present, isRegistered }: Pick<ElementState, 'status' | 'isRegistered'>,
  status: Status,
  refusal: Obstacle | undefined,
): StatusChange {
  const from = application.statuses.find(({ id }) => id === present)
  const needsRegistering = (target: Status) => statusOfRegistered(application) === target && !isRegistered
  if (needsRegistering(status) && from?.id !== status.id)
    return {
      ...capability(status, refusal ?? obstacle('registration', comesWithRegistration(status))),
      isReversible: false,
    }
  if (!mayGive(status, { isAdministrator }) && from?.id !== status.id)
    return { ...capability(status, refusal ?? obstacle('process', givenByProcess(status))), isReversible: false }
  const isNext = from === undefined || from.id === status.id || mayPrecede(status)(from)
  const allowed = capability(status, refusal ?? (isNext ? undefined : obstacle('order', cannotFollow(status, from))))
  const mayReturn =
    from !== undefined && mayGive(from, { isAdministrator }) && mayPrecede(from)(status) && !needsRegistering(from)
  return { ...allowed, isReversible: allowed.isAllowed && mayReturn }
}

interface Obstacle {
  readonly obstacle: StatusObstacle
  readonly reason: string
}

const obstacle = (kind: StatusObstacle, reason: string): Obstacle => ({ obstacle: kind, reason })

const capability = ({ code }: Status, found: Obstacle | undefined): StatusCapability =>
  found === undefined ? { code, isAllowed: true, obstacle: null, reason: null } : { code, isAllowed: false, ...found }
