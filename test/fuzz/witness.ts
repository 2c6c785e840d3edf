import { parts, things } from '../everything.ts'
import type { Call } from '../platform.ts'
import type { Known } from './known.ts'

/** A detector of writes. It compares the numbers of elements and users, and the history of the known elements. */
export interface Witness {
  /** Records the present state, before a request that might write. */
  look(): Promise<void>
  /** Discards the recorded state, after a request that was allowed to write. */
  forget(): void
  /** Returns a description of what has changed since `look`; undefined when nothing has. */
  changes(): Promise<string | undefined>
}

export function createWitness(call: Call, { thing, part }: Known): Witness {
  let before: string | undefined

  async function state(): Promise<string> {
    const totals = [things, parts, '/pub/v1/user'].map(async (path) => {
      const { body } = await call('POST', `${path}/list`, { size: 0 })
      return `${path} ${body.result.total}`
    })
    const histories = [`things/${thing}`, `parts/${part}`].map(async (path) => {
      const { body } = await call('GET', `/api/v1/elements/all/${path}/history`)
      return `${path} revision ${body.result.total}`
    })
    return (await Promise.all([...totals, ...histories])).join(', ')
  }
  return {
    async look() {
      before ??= await state()
    },
    forget() {
      before = undefined
    },
    async changes() {
      const after = await state()
      return after === before ? undefined : `${before} became ${after}`
    },
  }
}
