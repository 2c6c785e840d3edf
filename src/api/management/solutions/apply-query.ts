import { Type } from 'typebox'
import { wrongInput } from '../../../foundation/http/errors.ts'

const maxCommentLength = 1000

/** The query parameters of the operations that apply changes of definitions. */
export const ApplyQuery = Type.Object({
  allowDestructive: Type.Optional(Type.Boolean()),
  comment: Type.Optional(
    Type.String({
      maxLength: maxCommentLength,
      description: 'Description of the change, for the audit log and for new versions of processes.',
    }),
  ),
})

/**
 * Reads the options of an apply from the query parameters. An empty comment counts as no comment. Throws when
 * `allowDestructive` is neither true nor false.
 */
export function applyRequest(query: Readonly<Record<string, string | undefined>>) {
  if (!['true', 'false', undefined].includes(query.allowdestructive))
    throw wrongInput('"allowDestructive" must be true or false', { field: 'allowDestructive' })
  const comment = query.comment?.trim().slice(0, maxCommentLength) || undefined
  return { allowDestructive: query.allowdestructive === 'true', comment }
}
