import { Type } from 'typebox'
import {
  applicationNotFound,
  applicationReadOnly,
  commentUnknownUser,
  elementNotFound,
  elementRights,
} from '../../../data/index.ts'
import { listOf } from '../../../foundation/http/envelope.ts'
import { notAllowed } from '../../../foundation/http/errors.ts'
import type { Operation } from '../../../foundation/http/operation.ts'
import { queryErrors, tooLarge } from '../../../query/index.ts'
import { type Context, operation } from '../../operation.ts'
import { ApplicationParams, ElementParams, listResult, orNull, Time, Uuid } from '../../v1/schemas.ts'
import { grantOperations } from '../access/grant-operations.ts'
import { Capabilities, ElementCapabilities } from './capabilities.ts'
import { changeElements } from './change-elements.ts'
import { exportElements } from './export-elements.ts'

const getApplicationCapabilities = operation({
  name: 'getApplicationCapabilities',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/elements/{namespace}/{code}/capabilities',
  summary: 'Get what the caller may do with the elements of an application',
  description:
    'Returns the rights that the caller has to at least some elements, the statuses with which a new element can ' +
    'begin, and the fields that the caller cannot write in a new element.',
  right: 'user',
  params: ApplicationParams,
  result: Capabilities,
  errors: [applicationNotFound, applicationReadOnly],
  handle: async ({ params }, { caller, apps, registry }) => ({
    ...(await apps.elements.capabilities(caller, params)),
    registration: registry.registrations.registrability(caller, params),
  }),
})

const getElementCapabilities = operation({
  name: 'getElementCapabilities',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/elements/{namespace}/{code}/{id}/capabilities',
  summary: 'Get what the caller may do with an element',
  description: 'Returns the rights of the caller, the statuses that the element may get, and the read-only fields.',
  right: 'user',
  inLanguage: true,
  params: ElementParams,
  result: ElementCapabilities,
  errors: [applicationNotFound, applicationReadOnly, elementNotFound],
  handle: async ({ params }, { caller, apps, registry }) => ({
    ...(await apps.elements.capabilities(caller, params)),
    registration: registry.registrations.registrability(caller, params),
  }),
})

const Revision = Type.Object(
  {
    rev: Type.Integer(),
    at: Type.String({ format: 'date-time' }),
    by: Uuid,
    action: Type.String(),
    changes: Type.Record(Type.String(), Type.Array(Type.Any())),
  },
  { title: 'ElementRevision' },
)

export const getElementHistory = operation({
  name: 'getElementHistory',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/elements/{namespace}/{code}/{id}/history',
  summary: 'Get the history of an element',
  description:
    'Returns the revisions of the element, oldest first. `changes` has `[before, after]` for each field that a ' +
    'revision changed.',
  right: 'user',
  params: ElementParams,
  result: listResult(Revision),
  errors: [applicationNotFound, applicationReadOnly, elementNotFound, tooLarge],
  handle: async ({ params }, { caller, apps }) => {
    const revisions = await apps.elements.history(caller, params)
    return listOf(revisions, revisions.length)
  },
})

export const listElementReferences = operation({
  name: 'listElementReferences',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/elements/{namespace}/{code}/{id}/references',
  summary: 'List the elements that refer to an element',
  description:
    'Returns one entry for each field by which visible elements refer to the element, with the newest of them. Deleted ' +
    'elements and columns of tables are left out.',
  right: 'user',
  inLanguage: true,
  params: ElementParams,
  input: Type.Object({
    size: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, description: 'Maximum number of elements per field; 20 by default.' }),
    ),
  }),
  result: Type.Object({
    references: Type.Array(
      Type.Object({
        application: Type.String({ description: 'Path of the referring application, such as `legal.contracts`.' }),
        field: Type.String({ description: 'Code of the field that refers to the element.' }),
        total: Type.Integer(),
        elements: Type.Array(Type.Object({ id: Uuid, name: orNull(Type.String()) })),
      }),
    ),
  }),
  errors: [applicationNotFound, applicationReadOnly, elementNotFound, ...queryErrors],
  handle: async ({ params, input: { size = 20 } }, { caller, apps }) => ({
    references: await apps.referencesTo(caller, params, size),
  }),
})

const NamedUser = Type.Object({ id: Uuid, name: Type.String() }, { title: 'NamedUser' })

/** A comment on an element as the management API shows it. */
const Comment = Type.Object(
  {
    id: Uuid,
    text: Type.String(),
    at: Time,
    by: NamedUser,
    mentions: Type.Array(NamedUser),
  },
  { title: 'Comment' },
)

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

const elementGrants = grantOperations({
  name: 'Element',
  noun: { article: 'an', text: 'element' },
  path: '/api/v1/elements/{namespace}/{code}/{id}',
  params: ElementParams,
  rights: elementRights.grantable,
  errors: [applicationNotFound, applicationReadOnly, elementNotFound, notAllowed],
  grants: ({ apps }) => apps.access.grants,
})

/** Operations of the management API on elements. */
export const elementOperations: readonly Operation<Context>[] = [
  getApplicationCapabilities,
  getElementCapabilities,
  getElementHistory,
  listElementReferences,
  listElementComments,
  createElementComment,
  changeElements,
  exportElements,
  ...elementGrants,
]
