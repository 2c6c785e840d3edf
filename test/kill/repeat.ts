import type { Call } from './api-client.ts'
import { type Ledger, nameOf } from './ledger.ts'
import { outcomeOf, send } from './send.ts'

/**
 * Repeats every write in doubt that has an idempotency key, after all kills are over. Then none of them may be in
 * doubt: each is acknowledged with exactly one effect, or refused with none. Returns the problems found.
 */
export async function repeatInDoubt(call: Call, ledger: Ledger): Promise<string[]> {
  const problems: string[] = []
  for (const { entry, settle } of ledger.inDoubt()) {
    if (entry.key === undefined) continue
    const answer = await send(call, entry)
    const outcome = outcomeOf(answer)
    const id: string | undefined = entry.id ?? answer.body.item?.__id
    // The answer's revision is the present one, not that of the write, so it is left out.
    settle({ outcome, status: answer.status, ...(outcome === 'acked' ? { id } : {}) })
    if (outcome === 'in doubt') problems.push(`${nameOf(entry)} is still in doubt: ${answer.status}`)
    if (String(answer.body.code).startsWith('idempotency.'))
      problems.push(`${nameOf(entry)} was sent again with its key and refused with ${answer.body.code}`)
  }
  return problems
}
