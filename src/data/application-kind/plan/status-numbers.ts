import type { ApplicationDefinition, StatusDefinition } from '../../applications/definition.ts'
import type { ApplicationDraft } from '../file/read-application.ts'

export interface NumberedStatuses {
  readonly statuses: StatusDefinition[]
  readonly retiredStatuses: ApplicationDefinition['retiredStatuses']
  /** The problems, as pairs `[index of the status, message]`. */
  readonly problems: readonly (readonly [number, string])[]
}

/**
 * Assigns a number to every status. Elements and clients store these numbers, so a code keeps its number for ever, even
 * when the status is removed and added again, and a number is never given to another code.
 */
export function numberStatuses(draft: ApplicationDraft, deployed: ApplicationDefinition | undefined): NumberedStatuses {
  const known = [...(deployed?.statuses ?? []), ...(deployed?.retiredStatuses ?? [])]
  const idOfCode = new Map(known.map(({ code, id }) => [code, id]))
  const codeOfId = new Map(known.map(({ code, id }) => [id, code]))
  const fixed = new Set(draft.statuses.map(({ id }) => id))
  const problems: [number, string][] = []
  let last = Math.max(0, ...codeOfId.keys())
  const nextFree = (): number => {
    do last++
    while (fixed.has(last))
    return last
  }
  const statuses = draft.statuses.map((status, index): StatusDefinition => {
    const kept = idOfCode.get(status.code)
    if (status.id !== null && kept !== undefined && kept !== status.id) {
      problems.push([index, `the status "${status.code}" has the number ${kept} for ever`])
    }
    const owner = status.id === null ? undefined : codeOfId.get(status.id)
    if (owner !== undefined && owner !== status.code) {
      problems.push([index, `the number ${status.id} belongs to the status "${owner}" for ever`])
    }
    return { ...status, id: status.id ?? kept ?? nextFree() }
  })
  const present = new Set(statuses.map(({ code }) => code))
  const retiredStatuses = known.filter(({ code }) => !present.has(code)).map(({ id, code }) => ({ id, code }))
  return { statuses, retiredStatuses, problems }
}
