import type { Endpoint } from './endpoints.ts'

/** An endpoint, with the texts in a path that stand for its parameters. */
export interface Route {
  readonly endpoint: Endpoint
  readonly params: Readonly<Record<string, string>>
}

/**
 * Returns a function that finds the endpoint that a request reaches. As in the router, repeated and trailing slashes
 * are ignored, and fixed words of a path take precedence over parameters. The function returns undefined when there is
 * none.
 */
export function routerOf(endpoints: readonly Endpoint[]): (method: string, path: string) => Route | undefined {
  const byLength = Map.groupBy(endpoints, ({ path }) => wordsOf(path).length)
  return (method, path) => {
    const words = wordsOf(path.split('?')[0]!)
    const fitting = (byLength.get(words.length) ?? []).filter(
      (one) => one.method === method && wordsOf(one.path).every((word, at) => isParam(word) || word === words[at]),
    )
    const [endpoint] = fitting.sort((a, b) => (shape(a) < shape(b) ? -1 : 1))
    return endpoint && { endpoint, params: paramsOf(endpoint, words) }
  }
}

function paramsOf({ path }: Endpoint, words: readonly string[]): Record<string, string> {
  const named = wordsOf(path).flatMap((word, at) => (isParam(word) ? [[word.slice(1, -1), decoded(words[at]!)]] : []))
  return Object.fromEntries(named)
}

const wordsOf = (path: string): string[] => path.split('/').filter((word) => word !== '')
const isParam = (word: string): boolean => word.startsWith('{')
const shape = ({ path }: Endpoint): string =>
  wordsOf(path)
    .map((word) => (isParam(word) ? '1' : '0'))
    .join('')

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
