import type { TSchema } from 'typebox'
import type { ErrorKind } from '../../kit/errors.ts'
import { costOf } from '../admission/cost.ts'
import {
  crossSite,
  headersTooLarge,
  internal,
  keyReused,
  noSuchPath,
  notAllowed,
  notSignedIn,
  resultGone,
  serverBusy,
  tooLarge,
  wrongInput,
  wrongKey,
} from '../errors.ts'
import type { Method, Operation, OtherAnswer } from '../operation.ts'

/** The errors that the HTTP layer may return for any operation, in addition to the operation's own. */
const always = {
  everyone: [wrongInput, tooLarge, headersTooLarge, internal],
  signedIn: [notSignedIn],
  guarded: [notAllowed],
}

/** What a document says about the API as a whole. */
export interface AboutApi {
  readonly version: string
  readonly description: string
  /** Descriptions of the areas of operations, by name. */
  readonly areas: Readonly<Record<string, string>>
  /** URL of the server; by default, the server that has sent the document. */
  readonly serverUrl?: string | undefined
}

/** Returns the OpenAPI 3.1 document of a list of operations, as an object with a stable key order. */
export function openApi(operations: readonly Operation<never>[], about: AboutApi): object {
  const { version, description, areas, serverUrl = '/' } = about
  const paths: Record<string, Record<string, object>> = {}
  for (const operation of operations) {
    paths[operation.path] ??= {}
    for (const method of operation.methods) paths[operation.path]![method.toLowerCase()] = describe(operation, method)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Chancery',
      version,
      description,
      contact: { name: 'Administrators of this server' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    tags: [...new Set(operations.map(({ area }) => area))].map((name) => ({ name, description: areas[name] })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'API token in the header Authorization.' },
        token: { type: 'apiKey', in: 'header', name: 'X-Token', description: 'API token in the header X-Token.' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'chancery_session',
          description: 'Session cookie that signIn sets.',
        },
      },
      schemas: { Failure: failureSchema },
    },
  }
}

function describe(operation: Operation<never>, method: Method): object {
  const byQuery = method === 'GET' && operation.input !== undefined
  const parameters = [
    ...propertiesOf(operation.params).map(([name, schema]) => ({ name, in: 'path', required: true, schema })),
    ...(operation.query ? queryParameters(operation.query) : []),
    ...(byQuery ? [...plainParameters(operation), queryParameter(operation.input!)] : []),
    ...(operation.idempotent ? [idempotencyKey] : []),
    ...(operation.inLanguage ? [acceptLanguage] : []),
  ]
  return {
    operationId: method === 'GET' && operation.methods.length > 1 ? `${operation.name}ByGet` : operation.name,
    tags: [operation.area],
    summary: operation.summary,
    ...(operation.description === undefined ? {} : { description: operation.description }),
    'x-right': operation.right,
    security: operation.right === 'anyone' ? [] : [{ bearer: [] }, { token: [] }, ...bySession(operation)],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(operation.body === 'bytes' ? { requestBody: bytesBody(operation) } : {}),
    ...(operation.body === 'json' && operation.input && !byQuery ? { requestBody: jsonBody(operation.input) } : {}),
    responses: responsesOf(operation),
  }
}

/** Returns the session security scheme for operations that browsers of signed-in users may call. */
const bySession = ({ path }: Operation<never>): object[] => (path.startsWith('/api/v1/') ? [{ session: [] }] : [])

const propertiesOf = (schema: TSchema): [string, TSchema][] =>
  Object.entries((schema as { properties?: Record<string, TSchema> }).properties ?? {})

function queryParameters(schema: TSchema): object[] {
  const required = (schema as { required?: string[] }).required ?? []
  return propertiesOf(schema).map(([name, property]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: property,
  }))
}

/**
 * Returns the inputs of a GET of the management API that can be given as plain parameters: texts, numbers and booleans.
 */
function plainParameters({ path, input, query }: Operation<never>): object[] {
  if (!path.startsWith('/api/v1/')) return []
  const declared = new Set(query ? propertiesOf(query).map(([name]) => name) : [])
  const required = (input as { required?: string[] }).required ?? []
  return propertiesOf(input!)
    .filter(([name, schema]) => !declared.has(name) && isPlain(schema))
    .map(([name, { description, ...schema }]: [string, TSchema & { description?: string }]) => ({
      name,
      in: 'query',
      required: required.includes(name),
      ...(description !== undefined && { description }),
      schema,
    }))
}

const isPlain = (schema: TSchema): boolean => {
  const { type, enum: values } = schema as { type?: unknown; enum?: unknown }
  return values !== undefined || ['string', 'number', 'integer', 'boolean'].includes(String(type))
}

/** Returns the parameter `query`, which holds the body of the POST variant as JSON. */
function queryParameter(schema: TSchema): object {
  const description = 'Input of the operation as JSON, the same as the body of a POST request.'
  return { name: 'query', in: 'query', required: false, description, content: { 'application/json': { schema } } }
}

const acceptLanguage = {
  name: 'Accept-Language',
  in: 'header',
  required: false,
  description:
    'Languages of names in the answer, best first. Without this header, or where a definition has none of these ' +
    'languages, names are in the default language of the installation.',
  schema: { type: 'string', examples: ['ru, en;q=0.5'] },
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Key that makes the request safe to repeat. Within 24 hours, requests of the same user with the same key, operation ' +
    'and path are carried out once. A repeat returns what the first request created or changed, with the header ' +
    '`Idempotent-Replayed: true`. A different query or body with the same key is refused with 409. Failed requests are ' +
    'not remembered.',
  schema: { type: 'string', minLength: 1, maxLength: 255, examples: ['8e03978e-40d5-43dd-bc93-6894a57f9324'] },
}

function jsonBody(schema: TSchema): object {
  const { type, required = [] } = schema as { type?: string; required?: string[] }
  // A body whose schema is an object without required members is optional; a list is not.
  return { required: required.length > 0 || type === 'array', content: { 'application/json': { schema } } }
}

function bytesBody(operation: Operation<never>): object {
  const file = {
    type: 'object',
    properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
    required: ['file'],
  }
  if (operation.input === undefined) return { required: true, content: { 'multipart/form-data': { schema: file } } }
  const { contentMediaType } = operation.input as { contentMediaType?: string }
  return { required: true, content: { [contentMediaType ?? 'application/octet-stream']: { schema: operation.input } } }
}

interface Response {
  readonly description: string
  readonly content?: object
}

function responsesOf(operation: Operation<never>): object {
  const responses: Record<string, Response> = {
    200: { description: 'The operation succeeded.', content: contentOf(operation) },
  }
  const kinds = [
    ...always.everyone,
    ...(costOf(operation) === 'none' ? [] : [serverBusy]),
    ...(operation.right === 'anyone' ? [] : always.signedIn),
    ...(operation.right === 'administrator' ? always.guarded : []),
    ...(bySession(operation).length > 0 && operation.methods.some((method) => method !== 'GET') ? [crossSite] : []),
    ...(operation.path.includes('{') ? [noSuchPath] : []),
    ...(operation.idempotent ? [wrongKey, keyReused, resultGone] : []),
    ...operation.errors,
  ]
  const byStatus = Map.groupBy(new Set(kinds), ({ status }) => status)
  for (const [status, ofStatus] of [...byStatus].sort(([a], [b]) => a - b)) {
    responses[status] = {
      description: ofStatus
        .map(({ code, meaning }: ErrorKind) => `\`${code}\`: ${meaning}`)
        .sort()
        .join('\n'),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
    }
  }
  for (const [status, other] of Object.entries(operation.otherAnswers ?? {}))
    responses[status] = otherResponse(operation, other, responses[status])
  return responses
}

/**
 * Returns the response for an answer with a status other than 200. Errors of the operation may have the same status.
 */
function otherResponse(
  operation: Operation<never>,
  { description, isEmpty }: OtherAnswer,
  refusal?: Response,
): Response {
  const content = isEmpty ? {} : contentOf(operation)
  if (refusal === undefined) return isEmpty ? { description } : { description, content }
  return { description: `${refusal.description}\n${description}`, content: { ...refusal.content, ...content } }
}

function contentOf(operation: Operation<never>): object {
  if (operation.media !== undefined) return { [operation.media]: { schema: operation.result } }
  const result = operation.result as { properties?: object; required?: string[] }
  const schema = {
    type: 'object',
    properties: { success: { const: true }, error: { const: '' }, ...result.properties },
    required: ['success', 'error', ...(result.required ?? [])],
  }
  return { 'application/json': { schema } }
}

const failureSchema = {
  type: 'object',
  properties: {
    success: { const: false },
    error: { type: 'string', description: 'Message that says what is wrong.' },
    code: { type: 'string', description: 'Stable code of the error; see docs/errors.md.' },
    field: { type: 'string', description: 'Field or parameter to which the error refers.' },
    problems: {
      type: 'array',
      items: { type: 'object' },
      description: 'Everything that is wrong, when several fields or places can be; the first is also in `error`.',
    },
    retryAfter: {
      type: 'integer',
      description: 'Number of seconds to wait before trying again; only with status 429 and 503.',
    },
    requestId: { type: 'string', description: 'Identifier of the request in the log of the server.' },
  },
  required: ['success', 'error', 'code', 'requestId'],
}
