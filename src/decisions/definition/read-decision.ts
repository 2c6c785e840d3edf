import { createHash } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { type ModelProblem, ModelRefused } from '../../foundation/kit/xml/model-problems.ts'
import type { Draft, FileAddress, Found } from '../../solutions/index.ts'
import { readDecisions } from '../compile-decisions.ts'
import { type DecisionSummary, summaryOf } from '../decision-model.ts'

/** The schema of the YAML file beside a DMN file. */
export const DecisionSettings = Type.Object(
  { description: Type.Optional(Type.String({ maxLength: 2000, description: 'Purpose of the decision.' })) },
  { additionalProperties: false, title: 'Chancery: settings of a decision' },
)

/** A DMN file of a solution. */
export interface DecisionDraft extends Draft {
  readonly bytes: Uint8Array
  readonly hash: string
  readonly name: string
  readonly description: string
  readonly summary: DecisionSummary
  /** Problems that prevent the file from being applied. */
  readonly problems: readonly ModelProblem[]
  /** Parts of expressions that can only be null. */
  readonly mistakes: readonly ModelProblem[]
}

/** Reads and compiles a DMN file with its YAML settings. */
export function readDecision({ value, source }: Found<unknown>, address: FileAddress): DecisionDraft {
  const { description = '' } = value as Static<typeof DecisionSettings>
  const bytes = source ?? new Uint8Array()
  const hash = createHash('sha256').update(bytes).digest('hex')
  const draft = { ...address, bytes, hash, description, references: [] }
  try {
    const { model, problems } = readDecisions(bytes)
    const name = (model.name || address.code).slice(0, 200)
    return { ...draft, name, summary: summaryOf(model), problems: problems.list, mistakes: problems.mistakes }
  } catch (error) {
    if (!(error instanceof ModelRefused)) throw error
    return {
      ...draft,
      name: address.code,
      summary: { decisions: [], inputs: [] },
      problems: error.problems,
      mistakes: [],
    }
  }
}
