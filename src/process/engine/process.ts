import {
  type Advanced,
  type AdvanceInput,
  advance as advanceWith,
  type Effect,
  type PresentWork,
  type PresentWorkInput,
  presentWork as presentWorkWith,
} from './advance/index.ts'
import { kindsByName as behaviours, elementKinds } from './elements/index.ts'
import { compileFile, type ExpressionLanguage, type FileOptions, type Program } from './model/index.ts'

/** Compiles a BPMN file and returns one program for each process with elements. Throws ModelRefused. */
export const compileProcesses = (
  bytes: Uint8Array,
  language: ExpressionLanguage,
  options?: FileOptions,
): Promise<readonly Program[]> => compileFile(bytes, elementKinds, language, options)

/** Applies a stimulus to an instance; see `advance` of the engine. */
export const advance = (input: Omit<AdvanceInput, 'behaviours'>): Advanced => advanceWith({ ...input, behaviours })

/** Evaluates the input of work again, on the present state; see `presentWork` of the engine. */
export const presentWork = (
  input: Omit<PresentWorkInput, 'behaviours'>,
  opened: Extract<Effect, { type: 'waitOpened' }>,
): PresentWork => presentWorkWith({ ...input, behaviours }, opened)
