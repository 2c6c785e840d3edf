import { foldCode } from '../../../foundation/kit/codes.ts'
import { definitionPath, type KindPlan, type PlanContext, type Problem } from '../../../solutions/index.ts'
import { applicationKind } from '../../application-kind/application-kind.ts'
import { applicationPath } from '../../applications/application.ts'
import { viewName } from '../../applications/views/view-name.ts'
import { compileContract } from '../definition/contract.ts'
import type { DeployedContract } from '../definition/stored-contracts.ts'
import { type ChangingApplications, changingApplications } from './applications-after.ts'
import { applyContracts } from './apply-contracts.ts'
import { contractSteps, removal } from './contract-steps.ts'
import type { ContractDraft } from './read-contract.ts'
import { type SourceProblem, sourceProblems } from './source-problems.ts'

type Context = PlanContext<ContractDraft, DeployedContract>

/** Compares the contracts of a solution with what is deployed, and the deployed contracts with changed applications. */
export function planContracts(context: Context): KindPlan {
  const { solution, drafts, deployed } = context
  if (drafts.length === 0 && deployed.length === 0) return { problems: [], steps: [], apply: async () => {} }
  const applications = changingApplications(context)
  const planned = drafts.map((draft) => {
    const before = deployed.find((one) => definitionPath(one) === definitionPath(draft))
    const contract = compileContract(draft, draft.definition)
    return { draft, contract, before, steps: contractSteps(before?.contract, contract) }
  })
  const kept = deployed.filter((one) => !planned.some(({ before }) => before === one))
  const removed = kept.filter((one) => one.solution === solution.code)
  const staying = kept.filter((one) => one.solution !== solution.code)
  return {
    problems: [
      ...planned.flatMap(({ draft, contract }) =>
        [...sourceProblems(contract, applications)].map(({ path, message }) => ({ ...draft.at(path), message })),
      ),
      ...staying.flatMap((one) => problemsOfStaying(one, context, applications)),
      ...addressProblems(context),
      ...viewProblems(context, applications),
    ],
    steps: [...planned.flatMap(({ steps }) => steps), ...removed.map(removal)],
    apply: (tx, stamp) =>
      applyContracts(tx, { solution: solution.code, planned, staying, removed, applications }, stamp),
  }
}

/** Returns the contradictions between a contract of another solution and the applications of the planned solution. */
function problemsOfStaying(
  { contract }: DeployedContract,
  { solution }: Context,
  applications: ChangingApplications,
): Problem[] {
  const drafts = solution.of(applicationKind)
  const place = ({ source, field }: SourceProblem) => {
    const draft = drafts.find((one) => definitionPath(one) === definitionPath(source))
    if (draft === undefined) return { file: 'solution.yaml', path: '' }
    const index = draft.fields.findIndex((entry) => entry.code === field)
    return draft.at(index < 0 ? ['fields'] : ['fields', index])
  }
  return [...sourceProblems(contract, applications)].map((problem) => ({
    ...place(problem),
    message: `the contract ${definitionPath(contract)} uses ${definitionPath(problem.source)}: ${problem.message}`,
  }))
}

/**
 * Yields a problem for each address that belongs to another solution or differs only in case from a deployed address.
 */
function* addressProblems({ solution, drafts, deployed }: Context): Iterable<Problem> {
  for (const draft of drafts) {
    const path = definitionPath(draft)
    const place = { file: draft.file, path: '' }
    const owner = deployed.find((one) => definitionPath(one) === path)?.solution
    if (owner !== undefined && owner !== solution.code)
      yield { ...place, message: `the contract ${path} belongs to the solution "${owner}"` }
    const twin = deployed.map(definitionPath).find((one) => one !== path && foldCode(one) === foldCode(path))
    if (twin === undefined) continue
    const message = `the contract ${twin} is deployed, which differs from ${path} only in case; a code never changes, nor does its case`
    yield { ...place, message }
  }
}

/** Yields a problem for each contract and application whose view would have the name of another view. */
function* viewProblems({ solution, drafts, deployed }: Context, { after }: ChangingApplications): Iterable<Problem> {
  const applications = [...after.values()]
  for (const [index, draft] of drafts.entries()) {
    const name = viewName(draft)
    const same = (one: { namespace: string; code: string }): boolean => viewName(one) === name
    const application = applications.find(same)
    const contract = [...drafts.slice(0, index), ...deployed].find(
      (one) => same(one) && definitionPath(one) !== definitionPath(draft),
    )
    const other = application ? applicationPath(application) : contract && `the contract ${definitionPath(contract)}`
    if (other === undefined) continue
    yield { file: draft.file, path: '', message: `the view bi.${name} would be the same as that of ${other}` }
  }
  for (const draft of solution.of(applicationKind)) {
    const contract = deployed.find((one) => viewName(one) === viewName(draft))
    if (contract === undefined || drafts.some((one) => viewName(one) === viewName(draft))) continue
    const other = `the contract ${definitionPath(contract)}`
    yield {
      file: draft.file,
      path: '',
      message: `the view bi.${viewName(draft)} would be the same as that of ${other}`,
    }
  }
}
