/** What changes from one request to the next. */
export interface Numbers {
  /** The element that is meant, from 1. */
  readonly n: number
  /** Never the same twice. */
  readonly v: number
}

/** Scatters the elements; a prime, so that none is met again before nearly all were. */
export const stride = 7919

/** The element that is meant follows from `v`: the generators agree, and no round depends on luck. */
export function numbersOf(v: number, [from, to]: readonly [number, number]): Numbers {
  return { n: from + ((v * stride) % (to - from + 1)), v }
}

/**
 * Requests and SQL parameters are texts with places: `@n@` and `@v@` are the numbers, `@id@` is the id of element n.
 * Only bare SQL has `@new@`, an id that nobody has yet; over HTTP the server makes it.
 */
export function fillTemplate(template: string, { n, v }: Numbers): string {
  return template
    .replaceAll('@id@', elementId(n))
    .replaceAll('@n@', String(n))
    .replaceAll('@v@', String(v))
    .replaceAll('@new@', newerId(v))
}

export const idPrefix = '018f0000-0000-7000-8000-'
/** Later than every id that a server makes, and rising with v, as the ids of a server rise. */
export const newerIdPrefix = '0fff0000-0000-7000-8000-'

export function elementId(n: number): string {
  return idPrefix + hex12(n)
}

function newerId(v: number): string {
  return newerIdPrefix + hex12(v)
}

function hex12(number: number): string {
  return number.toString(16).padStart(12, '0')
}
