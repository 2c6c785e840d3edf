import { wrongInput } from '../../foundation/http/errors.ts'
import { isUuid } from '../../foundation/kit/ids.ts'
import { isObject } from '../../foundation/kit/json.ts'

/**
 * Takes `userId` out of `filter` or `filter.tf` of a list body. The groups of one user are found by a walk that starts
 * at the user, which is far faster than checking the users of every group. Throws `input.wrong` when `userId` is given
 * twice or is not a uuid.
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
