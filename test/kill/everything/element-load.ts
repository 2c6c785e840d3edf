import { apiClient, type Call } from '../api-client.ts'
import { startClients } from '../clients.ts'
import { judge } from '../judge.ts'
import { createLedger } from '../ledger.ts'
import { observe } from '../observe.ts'
import { repeatInDoubt } from '../repeat.ts'
import type { Load, LoadOptions } from './load.ts'

const clients = 8
/** Pause in ms after a write in doubt, so that an outage does not fill the ledger. */
const pauseMs = 200

/** Creates, updates, deletes and restores elements, and sets their statuses. */
export async function elementLoad({ cluster, random, paceMs }: LoadOptions): Promise<Load> {
  const ledger = createLedger()
  const patient: Call = (...request) => apiClient(cluster.nextUrl(), 30_000)(...request)
  return {
    start: () => startClients(cluster.call, ledger, random, { count: clients, pauseMs, paceMs }),
    acked: () => ledger.entries().filter(({ action, outcome }) => action !== 'get' && outcome === 'acked').length,
    async settle() {
      const problems = await repeatInDoubt(patient, ledger)
      return [...problems, ...judge(ledger.entries(), await observe(patient))]
    },
    judge: async () => [],
  }
}
