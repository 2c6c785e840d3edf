import type { Call } from './api-client.ts'
import { type Ledger, nameOf } from './ledger.ts'
import { outcomeOf, send } from './send.ts'

/**
 * Repeats every write in doubt that has an idempotency key, after all kills. Afterwards each of these writes must be
 * acknowledged, with exactly one effect, or refused, with no effect. Returns the problems found.
 */
export async function repeatInDoubt(call: Call, ledger: Ledger): Promise<string[]> {
  const problems: string[] = []
  for (const { entry, settle } of ledger.inDoubt()) {
    if (entry.key === undefined) continue
    const answer = await send(call, entry)
    const outcome = outcomeOf(answer)
    const id: string | undefined = entry.id ?? answer.body.item?.__id
    // The revision is left out, because the answer to a repeated write has the present revision of the element.
    settle({ outcome, status: answer.status, ...(outcome === 'acked' ? { id } : {}) })
    if (outcome === 'in doubt') problems.push(`${nameOf(entry)} is still in doubt: ${answer.status}`)
    if (String(answer.body.code).startsWith('idempotency.'))
      problems.push(`${nameOf(entry)} was sent again with its key and refused with ${answer.body.code}`)
  }
  return problems
}
