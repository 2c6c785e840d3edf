import { applicationNotFound, elementNotFound } from '../../../data/index.ts'
import { operation } from '../../operation.ts'
import { ElementParams, Item } from '../schemas.ts'

export const getElement = operation({
  name: 'getElement',
  area: 'Applications',
  methods: ['GET', 'POST'],
  path: '/pub/v1/app/{namespace}/{code}/{id}/get',
  summary: 'Get an element',
  description:
    'The header `ETag` of the response is the revision of the element. Send it back as `If-Match` when you change ' +
    'the element, so that changes made since are not overwritten.',
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
