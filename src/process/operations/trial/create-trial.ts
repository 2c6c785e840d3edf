import type { Apps } from '../../../data/index.ts'
import type { Caller } from '../../../people/index.ts'
import type { Address } from '../../../solutions/index.ts'
import { checkPlace, compileForPublish, processLanguageWith, typedLanguage } from '../../definition/index.ts'
import { loadProgram, type Variables } from '../../engine/index.ts'
import { Trial, type TrialDeps, type TrialStep } from './trial.ts'
import { type TrialView, trialView } from './trial-view.ts'

interface TrialRequest {
  readonly bytes: Uint8Array
  /** The values of the start; without them, the answer only describes the values that a start needs. */
  readonly context?: Variables | undefined
  /** The steps after the start, in their order. */
  readonly steps: readonly TrialStep[]
}

/**
 * Tries a BPMN file: starts an instance in memory, carries out the steps, and returns the state of the instance. Throws
 * `process.invalid`, `context.invalid`, `process.trial_refused`, and the errors of completing a task.
 */
export type TryProcess = (caller: Caller, address: Address, request: TrialRequest) => Promise<TrialView>

export function createTryProcess({ apps, ...deps }: TrialDeps & { readonly apps: Apps }): TryProcess {
  return async (caller, address, { bytes, context, steps }) => {
    checkPlace(apps, caller, address)
    const { templates } = await compileForPublish(address, bytes)
    const { program } = templates[0]!
    const trial = new Trial(deps, caller, loadProgram(program, typedLanguage(program, processLanguageWith)))
    if (context !== undefined) await trial.start(context)
    for (const step of context === undefined ? [] : steps) await trial.take(step)
    return trialView(trial)
  }
}
