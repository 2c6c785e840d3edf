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
import type { Operation, OtherAnswer } from '../operation.ts'
import { type Components, responseName } from './components.ts'

/**
 * The errors that the HTTP layer adds: for any operation, for those that need a caller, for those of administrators.
 */
const always = {
  everyone: [wrongInput, tooLarge, headersTooLarge, internal],
  signedIn: [notSignedIn],
  guarded: [notAllowed],
}

/** Returns the session security scheme for operations that browsers of signed-in users may call. */
export const bySession = ({ path }: Operation<never>): object[] =>
  path.startsWith('/api/v1/') ? [{ session: [] }] : []

interface Response {
  readonly description: string
  readonly content?: object
}

/**
 * Returns the responses of an operation by status. Components are the answers whose schema has a title, and the
 * refusals with one or two errors.
 */
export function responsesOf(operation: Operation<never>, components: Components): object {
  const { title } = operation.result as { title?: string }
  const success = { description: 'The operation succeeded.', content: contentOf(operation, components) }
  const isNamed = title !== undefined && operation.media === undefined
  const responses: Record<string, object> = { 200: isNamed ? components.response(title, success) : success }
  const others = operation.otherAnswers ?? {}
  for (const [status, errors] of refusalsOf(operation)) {
    const refusal = refusalOf(errors, components)
    const isComponent = errors.length <= 2 && !(status in others)
    responses[status] = isComponent ? components.response(responseName(errors), refusal) : refusal
  }
  for (const [status, other] of Object.entries(others))
    responses[status] = otherResponse(operation, other, components, responses[status] as Response | undefined)
  return responses
}

/** Returns the errors of an operation by status, in the order of the statuses. */
function refusalsOf(operation: Operation<never>): [status: number, errors: ErrorKind[]][] {
  const kinds = new Set([
    ...always.everyone,
    ...(costOf(operation) === 'none' ? [] : [serverBusy]),
    ...(operation.right === 'anyone' ? [] : always.signedIn),
    ...(operation.right === 'administrator' ? always.guarded : []),
    ...(bySession(operation).length > 0 && operation.methods.some((method) => method !== 'GET') ? [crossSite] : []),
    ...(operation.path.includes('{') ? [noSuchPath] : []),
    ...(operation.idempotent ? [wrongKey, keyReused, resultGone] : []),
    ...operation.errors,
  ])
  return [...Map.groupBy(kinds, ({ status }) => status)].sort(([a], [b]) => a - b)
}

const refusalOf = (errors: readonly ErrorKind[], components: Components): Response => ({
  description: errors
    .map(({ code, meaning }) => `\`${code}\`: ${meaning}`)
    .sort()
    .join('\n'),
  content: { 'application/json': { schema: components.schema(failure) } },
})

/**
 * Returns the response for an answer with a status other than 200. Errors of the operation may have the same status.
 */
function otherResponse(
  operation: Operation<never>,
  { description, isEmpty }: OtherAnswer,
  components: Components,
  refusal?: Response,
): Response {
  const content = isEmpty ? {} : contentOf(operation, components)
  if (refusal === undefined) return isEmpty ? { description } : { description, content }
  return { description: `${refusal.description}\n${description}`, content: { ...refusal.content, ...content } }
}

function contentOf({ media, result }: Operation<never>, components: Components): object {
  if (media !== undefined) return { [media]: { schema: components.schema(result) } }
  const { properties, required = [] } = result as TSchema & { properties?: object; required?: string[] }
  const schema = {
    type: 'object',
    properties: { success: { const: true }, error: { const: '' }, ...properties },
    required: ['success', 'error', ...required],
  }
  return { 'application/json': { schema: components.schema(schema) } }
}

/** The body of every refusal. */
const failure = {
  title: 'Failure',
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
