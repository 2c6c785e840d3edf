import { isDeepStrictEqual } from 'node:util'
import { foldCode } from '../../../foundation/kit/codes.ts'
import { phrase } from '../../../foundation/kit/phrase.ts'
import {
  type Address,
  definitionPath,
  type KindPlan,
  type PlanContext,
  type Problem,
  type Step,
} from '../../../solutions/index.ts'
import { applicationKind } from '../../application-kind/application-kind.ts'
import { planDraft } from '../../application-kind/plan/plan-applications.ts'
import { type Application, applicationPath } from '../../applications/application.ts'
import { storedApplications } from '../../applications/stored-applications.ts'
import { viewName } from '../../applications/views/view-name.ts'
import type { DeployedReport } from '../report.ts'
import { namesIn } from '../sql/query-text.ts'
import { applicationTable } from '../tables/application-table.store.ts'
import type { TableShape } from '../tables/report-table.ts'
import { dropReportView, putReportView } from '../views/report-view.store.ts'
import type { ReportDraft } from './read-report.ts'
import { reportFile } from './report-file.ts'
import { reportProblems } from './report-problems.ts'
import { putReport, removeReport } from './reports.store.ts'

type Context = PlanContext<ReportDraft, DeployedReport>

/** Compares the reports of a solution with the deployed reports, and lets the database check their SQL. */
export async function planReports(context: Context, tables: readonly TableShape[]): Promise<KindPlan> {
  const { solution, drafts, deployed } = context
  const { applications, changed: changedApplications } = applicationsAfter(context)
  const changed = drafts.flatMap((draft) => {
    const step = stepOf(draft, deployed)
    return step === undefined ? [] : [{ draft, step }]
  })
  const paths = new Set(drafts.map(definitionPath))
  const removed = deployed.filter((one) => one.solution === solution.code && !paths.has(definitionPath(one)))
  return {
    problems: [
      ...addressProblems(context),
      ...drafts.flatMap(({ file, problems }) => problems.map((problem) => ({ ...problem, file, path: '' }))),
      ...(await sqlProblems(context, [...applications.map(applicationTable), ...tables])),
    ],
    steps: [...changed.map(({ step }) => step), ...removed.map(removal)],
    async apply(tx, stamp) {
      for (const report of removed) {
        await dropReportView(tx, report)
        await removeReport(tx, report)
      }
      for (const { draft } of changed) {
        const names = namesIn(draft.query, 'table')
        const reads = applications.filter((one) => names.includes(viewName(one))).map(applicationPath)
        await putReport(tx, { ...draft, definition: { ...draft.definition, reads }, solution: solution.code }, stamp)
      }
      for (const draft of drafts) {
        const isOutdated =
          changed.some((one) => one.draft === draft) ||
          namesIn(draft.query, 'table').some((name) => changedApplications.has(name))
        if (isOutdated) await putReportView(tx, draft, applications)
      }
    },
  }
}

/** Returns the applications as they will be after the apply, and the names of the views of those that change. */
function applicationsAfter({ solution, definitions }: Context): {
  readonly applications: readonly Application[]
  readonly changed: ReadonlySet<string>
} {
  const deployed = definitions.of(storedApplications)
  const planned = solution.of(applicationKind).map((draft) => planDraft(draft, deployed))
  const others = deployed.filter((one) => !one.deleted && one.solution !== solution.code)
  return {
    applications: [...others, ...planned].map(({ application }) => application),
    changed: new Set(planned.filter(({ steps }) => steps.length > 0).map(({ application }) => viewName(application))),
  }
}

/**
 * Returns the problems of the SQL that only the database finds; none when files of the solution have other problems.
 */
async function sqlProblems({ solution, drafts, rehearse }: Context, shapes: readonly TableShape[]): Promise<Problem[]> {
  if (solution.problems.length > 0 || rehearse === undefined) return []
  const tables = new Map(shapes.map((shape) => [shape.name, shape]))
  const problems: Problem[] = []
  for (const draft of drafts.filter((one) => one.problems.length === 0)) {
    const found = await reportProblems(draft, tables, rehearse)
    problems.push(...found.map((problem) => ({ ...problem, file: draft.file, path: '' })))
  }
  return problems
}

/**
 * Yields a problem for each address that belongs to another solution or differs only in case from a deployed address.
 */
function* addressProblems({ solution, drafts, deployed }: Context): Iterable<Problem> {
  for (const draft of drafts) {
    const { file } = draft
    const path = definitionPath(draft)
    const twin = deployed.find((one) => foldCode(definitionPath(one)) === foldCode(path))
    if (twin === undefined) continue
    if (!isSame(twin, draft)) {
      const message = `the report "${definitionPath(twin)}" is already deployed and differs from "${path}" only in case`
      yield { file, path: '', message: `${message}; a code and its case never change` }
    } else if (twin.solution !== solution.code)
      yield { file, path: '', message: `the report "${path}" belongs to the solution "${twin.solution}"` }
  }
}

const isSame = (one: Address, other: Address): boolean => one.namespace === other.namespace && one.code === other.code

function stepOf(draft: ReportDraft, deployed: readonly DeployedReport[]): Step | undefined {
  const path = definitionPath(draft)
  const step = { what: 'report', path } as const
  const before = deployed.find((one) => isSame(one, draft))
  const { definition } = draft
  if (before === undefined) return { ...step, kind: 'add', sentence: phrase('addsReport', path, definition.name) }
  const [file, fileBefore] = [reportFile(definition), reportFile(before.definition)]
  const changes = [...new Set([...Object.keys(fileBefore), ...Object.keys(file)])].filter(
    (key) => !isDeepStrictEqual(file[key], fileBefore[key]),
  )
  if (before.report.sql !== draft.sql) changes.push('SQL')
  if (changes.length === 0) return undefined
  return { ...step, kind: 'change', sentence: phrase('changesReport', path, changes.join(', ')) }
}

function removal(report: DeployedReport): Step {
  const path = definitionPath(report)
  return { kind: 'remove', what: 'report', path, sentence: phrase('removesReport', path), narrows: true }
}
