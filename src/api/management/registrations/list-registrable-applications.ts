import { Type } from 'typebox'
import { operation } from '../../operation.ts'
import { NoParams, orNull } from '../../v1/schemas.ts'

export const listRegistrableApplications = operation({
  name: 'listRegistrableApplications',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/registrable-applications',
  summary: 'List the applications whose elements the caller can register',
  description: 'The caller also needs the right `register` to the office of the case.',
  right: 'user',
  inLanguage: true,
  params: NoParams,
  result: Type.Object({
    applications: Type.Array(
      Type.Object({
        namespace: Type.String(),
        code: Type.String(),
        name: Type.String(),
        cases: orNull(
          Type.Array(Type.String(), {
            description: 'Indexes of the cases in which the elements can be registered; null for all cases.',
          }),
        ),
      }),
    ),
  }),
  handle: async (_request, { caller, registry }) => ({ applications: registry.registrations.registrable(caller) }),
})
