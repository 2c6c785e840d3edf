import type { Application } from '../definitions/application.ts'
import type { NewElement } from './elements.store.ts'
import { completeBody, type ElementInput, requireFields } from './read-element-input.ts'
import { initialStatus } from './statuses.ts'

/** The row of a new element as far as its input decides it; throws when a required field is missing. */
export function newElement(
  application: Application,
  input: ElementInput,
  statusGroupId?: string,
): Omit<NewElement, 'id' | 'index' | 'createdBy'> {
  const body = completeBody(application, input.body)
  requireFields(application, body, true)
  const status = initialStatus(application, statusGroupId)
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
