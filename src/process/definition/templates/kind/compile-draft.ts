import { type ModelProblem, ModelRefused } from '../../../../foundation/kit/xml/model-problems.ts'
import type { Problem } from '../../../../solutions/index.ts'
import { type CompiledFile, compileTemplates } from '../compile-template.ts'
import type { TemplateDraft } from './read-template.ts'

const compiledFiles = new WeakMap<TemplateDraft, Promise<CompiledFile | readonly Problem[]>>()

/** Compiles the file of a draft, or returns its problems. The result is cached, because a solution is planned twice. */
export function compileDraft(draft: TemplateDraft): Promise<CompiledFile | readonly Problem[]> {
  const compiled =
    compiledFiles.get(draft) ??
    compileTemplates(draft.bytes, draft.code).catch((error: unknown) => {
      if (error instanceof ModelRefused) return error.problems.map((problem) => problemOf(draft, problem))
      throw error
    })
  compiledFiles.set(draft, compiled)
  return compiled
}

/** Returns a problem of a BPMN file as a problem of the solution, with the id of the element as the path. */
export function problemOf(
  { file }: Pick<TemplateDraft, 'file'>,
  { elementId = '', line, message }: ModelProblem,
): Problem {
  return { file, ...(line !== undefined && { line }), path: elementId, message }
}
