import { setTimeout as sleep } from 'node:timers/promises'
import type { Call } from './api-client.ts'
import type { Action, Ledger, Outcome, Values } from './ledger.ts'
import { pickNewest, pickWeighted, type Random } from './random.ts'
import { outcomeOf, send } from './send.ts'

const weights: Readonly<Record<Action, number>> = { create: 25, update: 50, 'set-status': 12, get: 13 }
const statuses = ['new', 'verified', 'suspicious', 'verified', 'suspicious', 'closed']
/** Weights of the fields that a client writes, apart and together: changes of different fields must both survive. */
const written = { full_name: 45, address: 45, 'full_name,address': 20, __deletedAt: 3 }
const reach = 20
/** Share of writes that have an idempotency key. */
const keyed = 0.7

export interface Clients {
  /** Stops the clients; resolves when every client has ended its last request. */
  stop(): Promise<void>
}

/**
 * Starts `count` clients that write to the newest elements, with a pause of `paceMs` after each request. After a write
 * in doubt, a client pauses longer; without a pause, clients would ask a stopped server thousands of times per second.
 */
export function startClients(
  call: Call,
  ledger: Ledger,
  random: Random,
  { count = 16, pauseMs = 20, paceMs = 0 }: { count?: number; pauseMs?: number; paceMs?: number } = {},
): Clients {
  const made = ledger.entries().filter(({ action, outcome }) => action === 'create' && outcome === 'acked')
  const ids = made.map(({ id }) => id!)
  const taxIds: string[] = []
  let stopped = false
  let last = ledger.entries().length

  async function work(): Promise<void> {
    while (!stopped) {
      const outcome = await act(pickWeighted(random, weights))
      const restMs = outcome === 'in doubt' ? pauseMs : paceMs
      if (restMs > 0) await sleep(restMs)
    }
  }

  async function act(wanted: Action): Promise<Outcome> {
    const id = wanted === 'create' ? undefined : pickNewest(random, ids, reach)
    const action = id === undefined ? 'create' : wanted
    const values = valuesOf(action)
    const key = action !== 'get' && random() < keyed ? `key-${last}` : undefined
    const settle = ledger.intend(action, id, values, key)
    try {
      const answer = await send(call, { action, id, values, key })
      const outcome = outcomeOf(answer)
      const named: string | undefined = id ?? answer.body.item?.__id
      settle({ outcome, rev: answer.rev, status: answer.status, ...(outcome === 'acked' ? { id: named } : {}) })
      if (action === 'create' && outcome === 'acked') ids.push(named!)
      return outcome
    } catch {
      settle({ outcome: 'in doubt' })
      return 'in doubt'
    }
  }

  function valuesOf(action: Action): Values {
    const n = ++last
    if (action === 'get') return {}
    if (action === 'set-status') return { __status: statuses[Math.floor(random() * statuses.length)]! }
    if (action === 'create') return { full_name: `w${n}`, address: `w${n}`, tax_id: taxId(n) }
    const fields = pickWeighted(random, written).split(',')
    return Object.fromEntries(fields.map((field) => [field, field === '__deletedAt' ? instant(n) : `w${n}`]))
  }

  /** Returns a tax id. One in ten is already taken, so that the unique key refuses some writes. */
  function taxId(n: number): string {
    if (random() < 0.1 && taxIds.length > 0) return pickNewest(random, taxIds, reach)!
    taxIds.push(`t${n}`)
    return `t${n}`
  }

  const running = Array.from({ length: count }, work)
  return {
    async stop() {
      stopped = true
      await Promise.all(running)
    },
  }
}

/** Returns the n-th second of 1970. Dates of deletion are whole seconds, so the second identifies the write. */
const instant = (n: number): string => new Date(n * 1000).toISOString().replace('.000', '')
