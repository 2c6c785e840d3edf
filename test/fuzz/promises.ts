import type { TSchema } from 'typebox'
import { compileFit, withoutEmpties } from '../../src/foundation/http/validate.ts'
import type { Endpoint } from './endpoints.ts'
import type { Reply, Request } from './request.ts'
import { type Route, routerOf } from './route.ts'
import type { JsonSchema } from './schema-values.ts'

/** A function that returns one sentence for each way in which an answer violates the OpenAPI document. */
export type BrokenPromises = (request: Request, reply: Reply) => string[]

export function promisesOf(endpoints: readonly Endpoint[]): BrokenPromises {
  const route = routerOf(endpoints)
  const fits = new Map<JsonSchema, ReturnType<typeof compileFit>>()
  function misfit(schema: JsonSchema, value: unknown): string | undefined {
    const fit = fits.get(schema) ?? compileFit(schema as TSchema)
    fits.set(schema, fit)
    return fit(value)
  }

  function ofAnswer({ answers }: Endpoint, { status, body }: Reply): string[] {
    if (!(status in answers)) return [`has the undocumented status ${status}`]
    const schema = answers[status]
    const wrong = schema && misfit(schema, body)
    return wrong === undefined ? [] : [`has an answer outside its schema: ${wrong}`]
  }

  function ofAcceptance({ endpoint, params }: Route, request: Request): string[] {
    const wrong = Object.entries(endpoint.params).flatMap(([name, schema]) => {
      const misfitting = misfit(schema, params[name])
      return misfitting === undefined ? [] : [`accepted {${name}} outside its schema: ${misfitting}`]
    })
    if (endpoint.input === undefined || endpoint.bytes) return wrong
    const sent = inputOf(request)
    if (sent === undefined) return wrong
    if (sent === broken) return [...wrong, 'accepted an input that is not JSON']
    const misfitting = misfit(endpoint.input, withoutEmpties(sent, endpoint.input as TSchema))
    return misfitting === undefined ? wrong : [...wrong, `accepted an input outside its schema: ${misfitting}`]
  }

  return (request, reply) => {
    const found = route(request.method, request.path)
    if (found === undefined)
      return reply.status < 400 && /^\/+(api|pub)\//.test(request.path)
        ? [`was answered with ${reply.status}, but no operation has this path`]
        : []
    const broke = ofAnswer(found.endpoint, reply)
    return reply.status < 300 ? [...broke, ...ofAcceptance(found, request)] : broke
  }
}

const broken = Symbol('broken')

/** Returns the JSON that a request sends, in its body or the parameter `query`; undefined for none. */
function inputOf({ method, path, body }: Request): unknown {
  const text = method === 'GET' ? new URLSearchParams(path.split('?')[1]).get('query') : body
  if (text === null || text.trim() === '') return undefined
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    return broken
  }
}
