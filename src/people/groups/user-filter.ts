import { wrongInput } from '../../http/errors.ts'
import { isUuid } from '../../kit/ids.ts'
import { isObject } from '../../kit/json.ts'

/**
 * Takes `userId` out of the filter of a list body: "the groups of this user" is a walk that starts at the user, which
 * is far quicker than to ask each group for its users. It may stand in `filter` or in its `tf`.
 */
export function takeUserId(body: unknown): { userId: string | undefined; rest: unknown } {
  if (!isObject(body) || !isObject(body.filter)) return { userId: undefined, rest: body }
  const { userId: above, ...filter } = body.filter
  let below: unknown
  if (isObject(filter.tf)) {
    const { userId, ...tf } = filter.tf
    below = userId
    filter.tf = tf
  }
  const given = [above, below].filter((each) => each !== undefined && each !== null)
  if (!given.every(isUuid) || given.length > 1)
    throw wrongInput('"userId" must be the id of one user', { field: 'userId' })
  return { userId: given[0]?.toLowerCase(), rest: { ...body, filter } }
}
