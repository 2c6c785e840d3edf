import type { TSchema } from 'typebox'
import type { Method, Operation } from '../operation.ts'
import { Components } from './components.ts'
import { bySession, responsesOf } from './responses.ts'

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
  const components = new Components()
  const paths: Record<string, Record<string, object>> = {}
  for (const operation of operations) {
    paths[operation.path] ??= {}
    for (const method of operation.methods)
      paths[operation.path]![method.toLowerCase()] = describe(operation, method, components)
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
      ...components.all(),
    },
  }
}

function describe(operation: Operation<never>, method: Method, components: Components): object {
  const byQuery = method === 'GET' && operation.input !== undefined
  const parameters = [
    ...propertiesOf(operation.params).map(([name, schema]) => ({ name, in: 'path', required: true, schema })),
    ...(operation.query ? queryParameters(operation.query) : []),
    ...(byQuery ? plainParameters(operation) : []),
  ].map((parameter) => parameterOf(parameter, components))
  if (byQuery) parameters.push(queryParameter(operation.input!, components))
  if (operation.idempotent) parameters.push(components.parameter('IdempotencyKey', idempotencyKey))
  if (operation.inLanguage) parameters.push(components.parameter('AcceptLanguage', acceptLanguage))
  return {
    operationId: method === 'GET' && operation.methods.length > 1 ? `${operation.name}ByGet` : operation.name,
    tags: [operation.area],
    summary: operation.summary,
    ...(operation.description === undefined ? {} : { description: operation.description }),
    'x-right': operation.right,
    security: operation.right === 'anyone' ? [] : [{ bearer: [] }, { token: [] }, ...bySession(operation)],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(operation.body === 'bytes' ? { requestBody: bytesBody(operation, components) } : {}),
    ...(operation.body === 'json' && operation.input && !byQuery
      ? { requestBody: jsonBody(operation.input, components) }
      : {}),
    responses: responsesOf(operation, components),
  }
}

const propertiesOf = (schema: TSchema): [string, TSchema][] =>
  Object.entries((schema as { properties?: Record<string, TSchema> }).properties ?? {})

interface Parameter {
  readonly name: string
  readonly schema: TSchema & { readonly title?: string }
}

/** Returns a parameter with its schema, or a reference to it when its schema has a title. */
function parameterOf(parameter: Parameter, components: Components): object {
  const { title, ...schema } = parameter.schema
  const whole = { ...parameter, schema: components.schema(schema) }
  return title === undefined ? whole : components.parameter(title, whole)
}

function queryParameters(schema: TSchema): Parameter[] {
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
function plainParameters({ path, input, query }: Operation<never>): Parameter[] {
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
function queryParameter(input: TSchema, components: Components): object {
  const description = 'Input of the operation as JSON, the same as the body of a POST request.'
  const content = { 'application/json': { schema: components.schema(input) } }
  return { name: 'query', in: 'query', required: false, description, content }
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

function jsonBody(input: TSchema, components: Components): object {
  const { type, required = [] } = input as { type?: string; required?: string[] }
  // A body whose schema is an object without required members is optional; a list is not.
  const content = { 'application/json': { schema: components.schema(input) } }
  return { required: required.length > 0 || type === 'array', content }
}

function bytesBody({ input }: Operation<never>, components: Components): object {
  const file = {
    type: 'object',
    properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
    required: ['file'],
  }
  if (input === undefined) return { required: true, content: { 'multipart/form-data': { schema: file } } }
  const { contentMediaType = 'application/octet-stream' } = input as { contentMediaType?: string }
  return { required: true, content: { [contentMediaType]: { schema: components.schema(input) } } }
}
