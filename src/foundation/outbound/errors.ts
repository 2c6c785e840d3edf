import { errorKind } from '../kit/errors.ts'

export const addressNotAllowed = errorKind(
  'outbound.not_allowed',
  400,
  'The server does not fetch from this address: its scheme, port or host is not allowed. An administrator can allow hosts with OUTBOUND_ALLOW and ports with OUTBOUND_PORTS.',
)
export const unreachable = errorKind(
  'outbound.unreachable',
  400,
  'No web server responded at the address in time. The reason is not given, so that links cannot be used to scan ports.',
)
export const refusedThere = errorKind(
  'outbound.refused',
  400,
  'The other server responded with a status other than 200. Check the link.',
)
export const tooManyRedirects = errorKind(
  'outbound.too_many_redirects',
  400,
  'The other server redirected too many times. Use the address at the end of the redirects.',
)
export const brokenAnswer = errorKind(
  'outbound.broken_answer',
  400,
  'The response of the other server ended early, or is not encoded as its headers say. Try again, or upload the file yourself.',
)
export const answerTooLarge = errorKind(
  'outbound.too_large',
  413,
  'The other server sent more bytes than the maximum. Upload the file yourself, in parts.',
)
export const answerTooSlow = errorKind(
  'outbound.too_slow',
  400,
  'The response of the other server did not arrive completely in time. Try again, or upload the file yourself.',
)
