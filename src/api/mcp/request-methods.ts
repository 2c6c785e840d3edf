/** The requests of the protocol that Chancery answers; the library answers the others, such as `initialize`. */
export const requestMethods = [
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/templates/list',
  'resources/read',
] as const
export type RequestMethod = (typeof requestMethods)[number]

export type Params = Readonly<Record<string, unknown>>

/** Answers a request of the protocol with its result. Throws a `RequestRefused` for a wrong request. */
export type AnswerRequest = (method: RequestMethod, params: Params) => Promise<object>

/** A refused request, such as one for a resource that does not exist. */
export class RequestRefused extends Error {}
