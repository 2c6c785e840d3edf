import { applicationNotFound, elementNotFound } from '../../../apps/index.ts'
import { operation } from '../../operation.ts'
import { ElementParams, Item } from '../schemas.ts'

export const getElement = operation({
  name: 'getElement',
  area: 'Applications',
  methods: ['GET', 'POST'],
  path: '/pub/v1/app/{namespace}/{code}/{id}/get',
  summary: 'Get an application element by id',
  description: 'The header ETag names the revision; send it back as If-Match to change only what you have seen.',
  right: 'user',
  params: ElementParams,
  result: Item,
  errors: [applicationNotFound, elementNotFound],
  handle: async ({ params, reply }, { caller, apps }) => {
    const { item, rev } = await apps.elements.get(caller, params)
    if (rev !== undefined) reply.header('etag', `"${rev}"`)
    return { item }
  },
})
