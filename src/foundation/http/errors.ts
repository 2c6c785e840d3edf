import { errorKind } from '../kit/errors.ts'

export const wrongInput = errorKind(
  'input.wrong',
  400,
  'The body or a parameter does not have the form that the operation expects. `error` says what is wrong; `field`, when present, says where.',
)
export const brokenJson = errorKind(
  'input.broken_json',
  400,
  'The body is not valid JSON. Correct it and send the request again.',
)
export const tooDeep = errorKind(
  'input.too_deep',
  400,
  'The JSON is nested more than 100 levels deep. Send a flatter structure.',
)
export const tooManyValues = errorKind(
  'input.too_many_values',
  400,
  'The JSON contains more than 200,000 values. Split it into several requests.',
)
export const tooManyKeys = errorKind(
  'input.too_many_keys',
  400,
  'An object in the JSON has more than 10,000 keys, or the whole JSON has more than 20,000 different keys. Split it into several requests.',
)
export const longKey = errorKind(
  'input.key_too_long',
  400,
  'A key in the JSON is longer than 1,000 characters. Use a shorter key.',
)
export const duplicateKey = errorKind(
  'input.duplicate_key',
  400,
  'A key occurs twice in one object of the JSON. Send each key once.',
)
export const forbiddenKey = errorKind(
  'input.key_not_allowed',
  400,
  'The input contains a key that is not allowed, such as `__proto__`. Remove the key.',
)
export const forbiddenCharacter = errorKind(
  'input.character_not_allowed',
  400,
  'A text contains U+0000 or half of a surrogate pair, which the database cannot store. Remove the character.',
)
export const notSignedIn = errorKind(
  'auth.required',
  401,
  'The token or session is missing, unknown or expired, or its user is blocked. Send a valid token or sign in again.',
)
export const twoTokens = errorKind(
  'auth.two_tokens',
  401,
  'Two headers contain two different tokens. Send only one token.',
)
export const notAllowed = errorKind(
  'auth.not_allowed',
  403,
  'The caller does not have the right to do this. Ask an administrator for the right.',
)
export const crossSite = errorKind(
  'auth.cross_site',
  403,
  'A request that changes something with a session is not JSON, or comes from a page of another server. Send `content-type: application/json` from a page of this server, or use a token.',
)
export const noSuchPath = errorKind(
  'path.not_found',
  404,
  'There is no operation at this path. `/docs` lists all paths.',
)
export const wrongMethod = errorKind(
  'path.method_not_allowed',
  405,
  'The path exists, but does not accept this method. The header `Allow` lists the methods that it accepts.',
)
export const tooLarge = errorKind(
  'input.too_large',
  413,
  'The body is larger than the operation accepts. Send less in one request.',
)
export const malformed = errorKind('http.malformed', 400, 'The request is not valid HTTP. Correct the client.')
export const headersTooLarge = errorKind(
  'http.headers_too_large',
  431,
  'The headers or the address of the request are longer than 64 KiB. Shorten them.',
)
export const tooSlow = errorKind('http.timeout', 408, 'The request did not arrive completely in time. Send it again.')
export const serverBusy = errorKind(
  'server.busy',
  429,
  'The server has more requests than it can answer in time. Nothing was changed. Send the request again after the seconds in `Retry-After`.',
)
export const wrongKey = errorKind(
  'idempotency.key_wrong',
  400,
  'The value of the header Idempotency-Key is not 1 to 255 visible ASCII characters. Use a key such as a UUID.',
)
export const keyReused = errorKind(
  'idempotency.key_reused',
  409,
  'The Idempotency-Key was used for another request within the last 24 hours. Nothing was changed. Use a new key for each new request.',
)
export const resultGone = errorKind(
  'idempotency.result_gone',
  409,
  'The first request with this Idempotency-Key was carried out, but the caller can no longer see its result. The repeat changed nothing.',
)
export const internal = errorKind(
  'internal',
  500,
  'An internal error occurred. The log of the server has the details under the `requestId` of the response.',
)
