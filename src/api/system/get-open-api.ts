import { jsonType } from '../../foundation/http/envelope.ts'
import { acceptsGzip } from '../../foundation/http/headers/accept-encoding.ts'
import { JsonText } from '../../foundation/kit/json.ts'
import { operation } from '../operation.ts'
import { AnyObject, NoParams } from '../v1/schemas.ts'

export const getOpenApi = operation({
  name: 'getOpenApi',
  area: 'System',
  methods: ['GET'],
  path: '/openapi.json',
  summary: 'Get the OpenAPI document',
  description: 'Returns this document, as OpenAPI 3.1.',
  right: 'anyone',
  params: NoParams,
  result: AnyObject,
  media: jsonType,
  handle: async ({ header, reply }, { openApiText, openApiGzipped }) => {
    reply.header('vary', 'accept-encoding')
    if (!acceptsGzip({ 'accept-encoding': header('accept-encoding') ?? '' })) return new JsonText(openApiText())
    reply.header('content-encoding', 'gzip')
    return openApiGzipped()
  },
})
