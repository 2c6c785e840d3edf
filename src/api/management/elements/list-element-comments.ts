import { Type } from 'typebox'
import { applicationNotFound, applicationReadOnly, elementNotFound } from '../../../data/index.ts'
import { operation } from '../../operation.ts'
import { ElementParams, orNull, Uuid } from '../../v1/schemas.ts'
import { Comment } from './comment.ts'

export const listElementComments = operation({
  name: 'listElementComments',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/elements/{namespace}/{code}/{id}/comments',
  summary: 'List the comments on an element',
  description: 'Returns the comments, newest first. `next` is the value of `before` for the next page.',
  right: 'user',
  params: ElementParams,
  input: Type.Object({
    before: Type.Optional(Uuid),
    size: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 200, description: 'Maximum number of comments; 50 by default.' }),
    ),
  }),
  result: Type.Object({ comments: Type.Array(Comment), total: Type.Integer(), next: orNull(Uuid) }),
  errors: [applicationNotFound, applicationReadOnly, elementNotFound],
  handle: async ({ params, input: { size = 50, ...page } }, { caller, apps }) => ({
    ...(await apps.comments.list(caller, params, { ...page, size })),
  }),
})
