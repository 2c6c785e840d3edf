import { Type } from 'typebox'
import { applicationNotFound, elementNotFound } from '../../apps/index.ts'
import { notAllowed } from '../../http/errors.ts'
import { operation } from '../operation.ts'
import { ElementParams, Time, Uuid } from '../v1/schemas.ts'

const Grant = Type.Object({
  subject: Uuid,
  kind: Type.String(),
  name: Type.String(),
  rights: Type.Array(Type.String()),
  comment: Type.String(),
  createdAt: Time,
  createdBy: Uuid,
})

export const listElementGrants = operation({
  name: 'listElementGrants',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/elements/{namespace}/{code}/{id}/grants',
  summary: 'Who was given rights to a single element',
  description: 'For who has the right `access` to it.',
  right: 'user',
  params: ElementParams,
  result: Type.Object({ grants: Type.Array(Grant) }),
  errors: [applicationNotFound, elementNotFound, notAllowed],
  handle: async ({ params }, { caller, apps }) => ({ grants: await apps.access.grants.list(caller, params) }),
})
