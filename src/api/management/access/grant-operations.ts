import { type TObject, Type } from 'typebox'
import { type Grants, grantNotFound, grantTooHigh, type ObjectAddress, unknownSubject } from '../../../access/index.ts'
import type { ErrorKind } from '../../../foundation/kit/errors.ts'
import { type Context, operation } from '../../operation.ts'
import { Nothing, Time, Uuid } from '../../v1/schemas.ts'

/** A resource whose objects have grants, as the HTTP API shows it. */
interface GrantedResource<R extends string, SetAddress extends object> {
  /** The name in the names of the operations, such as `Element` in `listElementGrants`. */
  readonly name: string
  /** The noun in summaries and descriptions, such as `element`, with its article. */
  readonly noun: { readonly article: 'a' | 'an'; readonly text: string }
  /** The path of one object, such as `/api/v1/files/{id}`. */
  readonly path: string
  /** The schema of the path's parameters. */
  readonly params: TObject
  /** The rights that can be granted. */
  readonly rights: readonly R[]
  /** The right that the operations require; `access` by default. */
  readonly granting?: R
  /** The first sentence of the description of `put`, when the resource needs one. */
  readonly note?: string
  /** The errors for an object that does not exist or to whose grants the caller has no right. */
  readonly errors: readonly ErrorKind[]
  grants(context: Context): Grants<R, SetAddress>
}

/** Declares the operations on the grants of a resource: list, put and delete. */
export function grantOperations<R extends string, SetAddress extends object>(resource: GrantedResource<R, SetAddress>) {
  const { name, path, params, rights, granting = 'access', errors, grants } = resource
  const { article, text } = resource.noun
  const note = resource.note === undefined ? '' : `${resource.note} `
  const ofSubject = Type.Object({ ...params.properties, subject: Type.String() })
  const addressOf = (given: object) => given as ObjectAddress<SetAddress>
  const list = operation({
    name: `list${name}Grants`,
    area: 'Management',
    methods: ['GET'],
    path: `${path}/grants` as string,
    summary: `List the grants of ${article} ${text}`,
    description: `Requires the right \`${granting}\` to the ${text}.`,
    right: 'user',
    params,
    result: GrantList,
    errors,
    handle: async (request, context) => ({
      grants: await grants(context).list(context.caller, addressOf(request.params)),
    }),
  })
  const put = operation({
    name: `put${name}Grant`,
    area: 'Management',
    methods: ['PUT'],
    path: `${path}/grants/{subject}` as string,
    summary: `Grant rights to ${article} ${text}`,
    description:
      `${note}Replaces the earlier grant of the subject. Requires the right \`${granting}\` to the ${text}, and callers can ` +
      'only grant rights that they have themselves. `subject` is the id of a user, a group or an item of the ' +
      'organisation chart.',
    right: 'user',
    params: ofSubject,
    input: Type.Object({
      rights: Type.Array(Type.Enum([...rights]), { minItems: 1, maxItems: rights.length, uniqueItems: true }),
      comment: Type.Optional(Type.String({ maxLength: 1000 })),
    }),
    result: Nothing,
    errors: [...errors, grantTooHigh, unknownSubject],
    async handle({ params: { subject, ...address }, input }, context) {
      const given = { rights: input.rights as readonly R[], comment: input.comment }
      await grants(context).put(context.caller, addressOf(address), subject, given)
      return {}
    },
  })
  const remove = operation({
    name: `delete${name}Grant`,
    area: 'Management',
    methods: ['DELETE'],
    path: `${path}/grants/{subject}` as string,
    summary: `Revoke a grant of ${article} ${text}`,
    description: `Requires the right \`${granting}\` to the ${text}.`,
    right: 'user',
    params: ofSubject,
    result: Nothing,
    errors: [...errors, grantNotFound],
    async handle({ params: { subject, ...address } }, context) {
      await grants(context).remove(context.caller, addressOf(address), subject)
      return {}
    },
  })
  return [list, put, remove] as const
}

const GrantList = Type.Object(
  {
    grants: Type.Array(
      Type.Object({
        subject: Uuid,
        kind: Type.String(),
        name: Type.String(),
        rights: Type.Array(Type.String()),
        comment: Type.String(),
        createdAt: Time,
        createdBy: Uuid,
      }),
    ),
  },
  { title: 'GrantList' },
)
