import { createHash } from 'node:crypto'
import type { Advance, Instance } from '../instance.ts'

const maxMessageChars = 4_000

/**
 * Returns the rows of the incidents that advances have opened and not closed, and of the earlier incidents that they
 * have closed.
 */
export function incidentRows(
  advances: readonly Advance[],
  instances: ReadonlyMap<string, Instance>,
  at: string,
): { readonly incidents: IncidentRow[]; readonly endedIncidents: EndedRow[] } {
  const opened = new Map<string, IncidentRow>()
  const ended: EndedRow[] = []
  for (const { instance, by, effects } of advances) {
    for (const effect of effects) {
      if (effect.type === 'incidentOpened') {
        const { template, version } = instances.get(instance)!.version
        const message = effect.message.slice(0, maxMessageChars)
        const { incident: id, element, kind } = effect
        const hash = hashOf(kind, message)
        opened.set(id, { instance, id, template, version, element, kind, message, hash, at })
      } else if (effect.type === 'incidentClosed' && !opened.delete(effect.incident)) {
        ended.push({ instance, id: effect.incident, state: effect.reason, at, by })
      }
    }
  }
  return { incidents: [...opened.values()], endedIncidents: ended }
}

interface IncidentRow {
  readonly instance: string
  readonly id: string
  readonly template: string
  readonly version: number
  readonly element: string
  readonly kind: string
  readonly message: string
  readonly hash: string
  readonly at: string
}

interface EndedRow {
  readonly instance: string
  readonly id: string
  readonly state: string
  readonly at: string
  readonly by: string
}

/**
 * Returns a hash that is equal for messages of one kind that differ only in ids, in numbers and, for the kind
 * `ASSIGNEE_ERROR`, in quoted texts such as names of performers.
 */
function hashOf(kind: string, message: string): string {
  const unnamed = kind === 'ASSIGNEE_ERROR' ? message.replaceAll(/"[^"]*"/g, '#') : message
  const cause = unnamed.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/gi, '#').replaceAll(/\d+/g, '#')
  return createHash('sha256').update(`${kind}\n${cause}`).digest('hex').slice(0, 32)
}
