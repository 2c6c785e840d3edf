import { Type } from 'typebox'
import { applicationNotFound, applicationReadOnly, elementNotFound } from '../../../data/index.ts'
import { queryErrors } from '../../../query/index.ts'
import { operation } from '../../operation.ts'
import { ElementParams, orNull, Uuid } from '../../v1/schemas.ts'

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
