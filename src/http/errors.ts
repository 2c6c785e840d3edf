import { errorKind } from '../kit/errors.ts'

export const wrongInput = errorKind(
  'input.wrong',
  400,
  'The body or a parameter does not have the form that the operation wants.',
)
export const brokenJson = errorKind('input.broken_json', 400, 'The body is not JSON.')
export const tooDeep = errorKind('input.too_deep', 400, 'The JSON is nested more than 100 levels deep.')
export const tooManyValues = errorKind('input.too_many_values', 400, 'The JSON holds more than 200,000 values.')
export const tooManyKeys = errorKind(
  'input.too_many_keys',
  400,
  'An object of the JSON holds more than 10,000 keys, or the JSON more than 20,000 different ones.',
)
export const longKey = errorKind('input.key_too_long', 400, 'A key of the JSON has more than 1,000 characters.')
export const duplicateKey = errorKind('input.duplicate_key', 400, 'A key stands twice in one object of the JSON.')
export const forbiddenKey = errorKind('input.key_not_allowed', 400, 'A key such as __proto__ stands in the input.')
export const forbiddenCharacter = errorKind(
  'input.character_not_allowed',
  400,
  'A text holds U+0000 or half of a surrogate pair, which no database keeps.',
)
export const notSignedIn = errorKind(
  'auth.required',
  401,
  'The token or session is missing, unknown, expired or its user is blocked.',
)
export const twoTokens = errorKind('auth.two_tokens', 401, 'Two headers carry two different tokens.')
export const notAllowed = errorKind('auth.not_allowed', 403, 'The caller may not do this.')
export const crossSite = errorKind(
  'auth.cross_site',
  403,
  'A request with a session that changes something must be JSON and come from a page of this server.',
)
export const noSuchPath = errorKind('path.not_found', 404, 'There is no operation at this path.')
export const wrongMethod = errorKind('path.method_not_allowed', 405, 'The path exists, but not for this method.')
export const tooLarge = errorKind('input.too_large', 413, 'The body is larger than the operation takes.')
export const malformed = errorKind('http.malformed', 400, 'The request is not valid HTTP.')
export const headersTooLarge = errorKind(
  'http.headers_too_large',
  431,
  'The headers or the address are longer than 64 KiB.',
)
export const tooSlow = errorKind('http.timeout', 408, 'The request did not arrive in time.')
export const wrongKey = errorKind(
  'idempotency.key_wrong',
  400,
  'The header Idempotency-Key does not have 1 to 255 visible ASCII characters.',
)
export const keyReused = errorKind(
  'idempotency.key_reused',
  409,
  'The Idempotency-Key belongs to another request of the last 24 hours. Nothing was changed.',
)
export const resultGone = errorKind(
  'idempotency.result_gone',
  409,
  'The first request with this Idempotency-Key was carried out, but its result can no longer be shown to the caller.',
)
export const internal = errorKind('internal', 500, 'A mistake of ours. The log holds more under the request id.')
