import { subscriberNotFound } from '../../../data/index.ts'
import { operation } from '../../operation.ts'
import { marketingErrors } from '../../v1/marketing/marketing-schemas.ts'
import { IdParams, Nothing } from '../../v1/schemas.ts'

export const deleteSubscriber = operation({
  name: 'deleteSubscriber',
  area: 'Management',
  methods: ['DELETE'],
  path: '/api/v1/marketing/subscribers/{id}',
  summary: 'Delete a subscriber',
  description:
    'Deletes the personal data and all memberships. To keep a record of a withdrawn consent, change the subscriber instead.',
  right: 'user',
  params: IdParams,
  result: Nothing,
  errors: [subscriberNotFound, ...marketingErrors],
  handle: async ({ params }, { caller, apps }) => {
    await apps.marketing.subscribers.delete(caller, params.id)
    return {}
  },
})
