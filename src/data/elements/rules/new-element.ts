import type { Status } from '../../applications/application.ts'
import type { OpenedApplication } from '../source/opened-application.ts'
import type { NewElement } from '../write/insert-elements.store.ts'
import { completeBody, type ElementInput, requireFields } from './read-element-input.ts'
import { initialStatus } from './statuses.ts'

type Values = Omit<NewElement, 'id' | 'index' | 'createdBy'>

/** Returns the values of a new element that follow from the input. Throws when a required field is missing. */
export function newElement(
  opened: Pick<OpenedApplication, 'application' | 'authority'>,
  input: ElementInput,
  groupId?: string,
): Values {
  const values = valuesOf(opened, input, groupId)
  requireFields(opened.application, values.body, opened.authority, true)
  return values
}

/** Returns the values of a new element with `status` as its initial status; without `status`, the same values. */
export function startingWith<T extends Pick<Values, 'status' | 'statusGroup'>>(values: T, status?: Status): T {
  return status === undefined ? values : { ...values, status: status.id, statusGroup: status.groupId }
}

/** Returns the same values as `newElement` without checking required fields. */
export function valuesOf(
  { application }: Pick<OpenedApplication, 'application'>,
  input: ElementInput,
  groupId?: string,
): Values {
  const body = completeBody(application, input.body)
  const status = initialStatus(application, groupId)
  return {
    name: input.name ?? null,
    status: status?.id ?? null,
    statusGroup: status?.groupId ?? null,
    directory: input.directory ?? null,
    externalId: input.externalId ?? null,
    deletedAt: input.deletedAt ?? null,
    subscribers: input.subscribers ?? [],
    body,
  }
}
