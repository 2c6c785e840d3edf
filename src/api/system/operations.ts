import { Type } from 'typebox'
import { DatabaseUnavailable } from '../../foundation/db/failures.ts'
import { jsonType } from '../../foundation/http/envelope.ts'
import { acceptsGzip } from '../../foundation/http/headers/request-headers.ts'
import type { Operation } from '../../foundation/http/operation.ts'
import { productVersion } from '../../foundation/http/product-version.ts'
import { JsonText } from '../../foundation/kit/json.ts'
import { type Context, operation } from '../operation.ts'
import { AnyObject, NoParams, Nothing } from '../v1/schemas.ts'

const live = operation({
  name: 'live',
  cost: 'none',
  area: 'System',
  methods: ['GET'],
  path: '/health/live',
  summary: 'Check that the process is running',
  description: 'Returns 200 while the process answers requests, even if its database does not.',
  right: 'anyone',
  params: NoParams,
  result: Type.Object({ version: Type.String({ description: 'Version of Chancery.' }) }),
  handle: () => ({ version: productVersion }),
})

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

const ready = operation({
  name: 'ready',
  cost: 'none',
  area: 'System',
  methods: ['GET'],
  path: '/health/ready',
  summary: 'Check that the server is ready',
  description:
    'The server is ready when the database responds. It asks the database at most once a second, so frequent calls ' +
    'are cheap.',
  right: 'anyone',
  params: NoParams,
  result: Nothing,
  errors: [DatabaseUnavailable],
  handle: async (_request, { isReady }) => {
    if (!(await isReady())) throw DatabaseUnavailable('the database does not answer')
    return {}
  },
})

/** Operations of the server itself: health and documentation. */
export const systemOperations: readonly Operation<Context>[] = [live, ready, getOpenApi]
