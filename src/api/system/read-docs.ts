import { Type } from 'typebox'
import { JsonText } from '../../foundation/kit/json.ts'
import { operation } from '../operation.ts'
import { NoParams } from '../v1/schemas.ts'

export const readDocs = operation({
  name: 'readDocs',
  area: 'System',
  methods: ['GET'],
  path: '/docs',
  summary: 'Get the API documentation as a page',
  right: 'anyone',
  params: NoParams,
  result: Type.String(),
  media: 'text/html; charset=utf-8',
  handle: async (_request, { docsPage }) => new JsonText(docsPage()),
})
