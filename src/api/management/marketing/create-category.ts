import { Type } from 'typebox'
import { categoryTaken } from '../../../data/index.ts'
import { operation } from '../../operation.ts'
import { marketingErrors } from '../../v1/marketing/marketing-schemas.ts'
import { NoParams, Uuid } from '../../v1/schemas.ts'

export const createCategory = operation({
  name: 'createCategory',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/marketing/categories',
  summary: 'Create a preference category',
  description: 'A category is what a person can agree to receive, such as a newsletter.',
  right: 'user',
  params: NoParams,
  input: Type.Object({
    name: Type.String({ minLength: 1, maxLength: 200, description: 'Name of the category, unique in any case.' }),
  }),
  result: Type.Object({ id: Uuid }),
  errors: [categoryTaken, ...marketingErrors],
  idempotent: { again: (_request, id) => ({ id }) },
  handle: async ({ input }, { caller, apps }) => ({ id: await apps.marketing.categories.create(caller, input.name) }),
})
