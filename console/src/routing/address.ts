/** Reads one query parameter; returns undefined when the value is missing or not valid. */
export type Reader<Value> = (given: unknown) => Value | undefined

export const text: Reader<string> = (given) =>
  typeof given === 'string' && given !== '' ? given : typeof given === 'number' ? String(given) : undefined

export const texts: Reader<readonly string[]> = (given) => {
  const list = (Array.isArray(given) ? given : [given]).map(text).filter((each) => each !== undefined)
  return list.length > 0 ? list : undefined
}

/** A whole number from 1, such as a page. */
export const wholeNumber: Reader<number> = (given) =>
  Number.isInteger(given) && (given as number) > 0 ? (given as number) : undefined

export const flag: Reader<boolean> = (given) => (typeof given === 'boolean' ? given : undefined)

/** One of the given texts. */
export const oneOf =
  <const Value extends string>(...allowed: readonly Value[]): Reader<Value> =>
  (given) =>
    allowed.find((value) => value === given)

type Readers = Readonly<Record<string, Reader<unknown>>>
/** The query parameters that readers return; every parameter can be missing. */
export type Query<R extends Readers> = { [Key in keyof R]?: Exclude<ReturnType<R[Key]>, undefined> }

/**
 * Returns the `validateSearch` of a route: it keeps the declared parameters that are valid and drops all others. The
 * page supplies the defaults, so that addresses stay short.
 */
export const query =
  <R extends Readers>(readers: R) =>
  (search: Record<string, unknown>): Query<R> => {
    const read = Object.entries(readers).map(([name, reader]) => [name, reader(search[name])] as const)
    return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as Query<R>
  }
