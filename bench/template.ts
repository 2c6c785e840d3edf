/** The numbers that differ from one request to the next. */
export interface Numbers {
  /** The number of the requested element, from 1. */
  readonly n: number
  /** A number that is never used twice. */
  readonly v: number
}

/**
 * The step between consecutive elements. A prime number, so that nearly all elements are used before one is used again.
 */
export const stride = 7919

/**
 * Derives the element number from `v`, so that all generators choose the same elements and no round depends on luck.
 */
export function numbersOf(v: number, [from, to]: readonly [number, number]): Numbers {
  return { n: from + ((v * stride) % (to - from + 1)), v }
}

/**
 * Fills the placeholders of a request or SQL parameter: `@n@` and `@v@` become the numbers, `@id@` the id of element n.
 * `@new@` becomes a new id; only bare SQL uses this placeholder, since over HTTP the server makes the id.
 */
export function fillTemplate(template: string, { n, v }: Numbers): string {
  return template
    .replaceAll('@id@', elementId(n))
    .replaceAll('@n@', String(n))
    .replaceAll('@v@', String(v))
    .replaceAll('@new@', newerId(v))
}

export const idPrefix = '018f0000-0000-7000-8000-'
/**
 * The prefix of new ids. Such ids are greater than every id that a server makes, and they increase with v, as the ids
 * of a server do.
 */
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
