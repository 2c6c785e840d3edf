import { codePattern } from '../../foundation/kit/codes.ts'
import { type DefinitionKind, definitionPath } from '../../solutions/index.ts'
import { decisionFile } from './decisions.store.ts'
import { planDecisions } from './plan-decisions.ts'
import { type DecisionDraft, DecisionSettings, readDecision } from './read-decision.ts'
import { type DeployedDecision, storedDecisions } from './stored-decisions.ts'

/** DMN files as definitions of a solution, each with an optional YAML file of settings beside it. */
export const decisionKind: DefinitionKind<DecisionDraft, DeployedDecision> = {
  ...storedDecisions,
  file: {
    path: 'namespaces/{namespace}/decisions/{code}.yaml',
    source: 'dmn',
    title: 'a decision',
    codes: new RegExp(`^${codePattern}$`),
    maxLength: 63,
  },
  schema: DecisionSettings,
  read: readDecision,
  plan: planDecisions,
  toFile: ({ description }) => (description === '' ? {} : { description }),
  hashed: ({ namespace, code, hash, description }) => ({ namespace, code, hash, description }),
  async sources(reader, entries) {
    const files = new Map<string, Uint8Array>()
    for (const entry of entries) files.set(definitionPath(entry), (await decisionFile(reader, entry))!)
    return files
  },
}
