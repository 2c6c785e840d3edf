import type { Call } from './api-client.ts'
import { type Ledger, nameOf } from './ledger.ts'
import { outcomeOf, send } from './send.ts'

/**
 * Sends every write in doubt that has an idempotency key once more, when all faults are over. Then none of them is in
 * doubt: it is acknowledged and has exactly one effect, or it was refused and has none. Gives what went wrong.
 */
export async function repeatInDoubt(call: Call, ledger: Ledger): Promise<string[]> {
  const problems: string[] = []
  for (const { entry, settle } of ledger.inDoubt()) {
    if (entry.key === undefined) continue
    const answer = await send(call, entry)
    const outcome = outcomeOf(answer)
    const id: string | undefined = entry.id ?? answer.body.item?.__id
    // Its revision is that of now, not of the write.
    settle({ outcome, status: answer.status, ...(outcome === 'acked' ? { id } : {}) })
    if (outcome === 'in doubt') problems.push(`${nameOf(entry)} is still in doubt: ${answer.status}`)
    if (String(answer.body.code).startsWith('idempotency.'))
      problems.push(`${nameOf(entry)} was sent again with its key and refused with ${answer.body.code}`)
  }
  return problems
}
