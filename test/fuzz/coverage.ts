import type { Endpoint } from './endpoints.ts'
import type { Request } from './request.ts'
import { routerOf } from './route.ts'

/** Numbers of answers of one endpoint. */
interface Counts {
  done: number
  refused: number
}

/** Counts the answers of every operation with each of its methods. */
export interface Coverage {
  count(request: Request, status: number): void
  /** Returns the endpoints, such as `GET /pub/v1/app/list`, that never succeeded. */
  neverDone(): string[]
  /** Returns the endpoints that never refused. */
  neverRefused(): string[]
  /** Returns the counts as text: a line of sums, and a line for each endpoint. */
  table(): string
}

export function createCoverage(endpoints: readonly Endpoint[]): Coverage {
  const route = routerOf(endpoints)
  const counts = new Map<string, Counts>(endpoints.map((one) => [nameOf(one), { done: 0, refused: 0 }]))
  const where = (fits: (counts: Counts) => boolean) => [...counts].filter(([, one]) => fits(one)).map(([name]) => name)
  return {
    count({ method, path }, status) {
      const endpoint = route(method, path)?.endpoint
      if (endpoint === undefined) return
      counts.get(nameOf(endpoint))![status < 400 ? 'done' : 'refused'] += 1
    },
    neverDone: () => where(({ done }) => done === 0),
    neverRefused: () => where(({ refused }) => refused === 0),
    table() {
      const all = [...counts.values()]
      const sum = (of: keyof Counts) => all.reduce((total, one) => total + one[of], 0)
      const head = `${counts.size} endpoints, ${sum('done')} successful and ${sum('refused')} refused requests`
      const lines = [...counts].map(
        ([name, { done, refused }]) => `${String(done).padStart(6)}${String(refused).padStart(7)}  ${name}`,
      )
      return [head, '  done refused', ...lines].join('\n')
    },
  }
}

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`
