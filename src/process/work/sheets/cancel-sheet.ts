import { systemCaller } from '../../../people/index.ts'
import type { Sheets } from '../../../records/index.ts'
import type { DueHandler } from '../../execution/index.ts'

/** Creates the handler that cancels the sheet of an activity that was cancelled. */
export function createCancelSheet({ cancelOf }: Pick<Sheets, 'cancelOf'>): DueHandler {
  return {
    kind: 'cancelSheet',
    async handle(tx, { key, details }) {
      const { by, reason } = details as { readonly by: string; readonly reason: string }
      if (key !== null) await cancelOf(tx, systemCaller(by), { wait: key, reason })
    },
  }
}
