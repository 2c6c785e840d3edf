import { Type } from 'typebox'
import { applicationNotFound, applicationReadOnly, commentUnknownUser, elementNotFound } from '../../../data/index.ts'
import { operation } from '../../operation.ts'
import { ElementParams, Uuid } from '../../v1/schemas.ts'
import { Comment } from './comment.ts'

export const createElementComment = operation({
  name: 'createElementComment',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/elements/{namespace}/{code}/{id}/comments',
  summary: 'Comment on an element',
  description:
    'Adds a comment; requires the right `view`. The users in `mentions` are notified if they can see the element.',
  right: 'user',
  params: ElementParams,
  input: Type.Object({
    text: Type.String({ minLength: 1, maxLength: 10_000 }),
    mentions: Type.Optional(
      Type.Array(Uuid, { maxItems: 50, description: 'Ids of the users that the text mentions.' }),
    ),
  }),
  result: Type.Object({ comment: Comment }),
  errors: [applicationNotFound, applicationReadOnly, elementNotFound, commentUnknownUser],
  idempotent: {
    again: async ({ params }, id, { caller, apps }) => ({ comment: await apps.comments.get(caller, params, id) }),
  },
  handle: async ({ params, input: { text, mentions = [] } }, { caller, apps }) => ({
    comment: await apps.comments.add(caller, params, { text, mentions }),
  }),
})
