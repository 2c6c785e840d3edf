import { errorKind } from '../kit/errors.ts'

export const addressNotAllowed = errorKind(
  'outbound.not_allowed',
  400,
  'The address is none that this server fetches from: its scheme, its port, or where its name leads.',
)
export const unreachable = errorKind(
  'outbound.unreachable',
  400,
  'Nothing at the address answered in time as a web server does. It is not said why, so that nobody scans ports by it.',
)
export const refusedThere = errorKind('outbound.refused', 400, 'The other server answered, but not with 200.')
export const tooManyRedirects = errorKind('outbound.too_many_redirects', 400, 'The other server redirects on and on.')
export const brokenAnswer = errorKind(
  'outbound.broken_answer',
  400,
  'The answer of the other server broke off, or is not encoded as it says.',
)
export const answerTooLarge = errorKind('outbound.too_large', 413, 'The other server sends more than is taken.')
export const answerTooSlow = errorKind('outbound.too_slow', 400, 'The answer did not arrive whole in the given time.')
