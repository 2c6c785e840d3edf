import { anyOf, type Condition, type ListRequest } from '../../../query/index.ts'
import type { Application } from '../../applications/application.ts'
import { unknownStatusGroup } from '../../errors.ts'
import { statusByCode } from '../rules/statuses.ts'

/** Returns `statusCode` and `statusGroupId` of a list request as conditions on the numeric status. */
export function statusConditions(application: Application, request: ListRequest): Condition[] {
  const conditions: Condition[] = []
  if (request.statusCode.length > 0) {
    conditions.push(
      anyOf(
        '__status',
        request.statusCode.map((code) => statusByCode(application, code).id),
      ),
    )
  }
  const group = request.statusGroupId
  if (group !== undefined) {
    if (!application.statusGroups.some(({ id }) => id === group)) {
      throw unknownStatusGroup(`no status group has the id ${group}`, { field: 'statusGroupId' })
    }
    const ofGroup = application.statuses.filter(({ groupId }) => groupId === group)
    conditions.push(
      anyOf(
        '__status',
        ofGroup.map(({ id }) => id),
      ),
    )
  }
  return conditions
}
