import { assertDone } from '../../../test/everything.ts'
import type { Answer, Body, Call } from '../../../test/platform.ts'
import { writeZip } from '../../solutions/files/write-zip.ts'

type Files = Readonly<Record<string, string>>

export const deals = `name: Deals
fields:
  - { code: title, type: string }
  - { code: amount, type: number }
  - { code: owner, type: user }
  - { code: closed, type: datetime, view: date }
  - code: stage
    type: category
    values: [{ code: open, name: Open }, { code: won, name: Won }]
`

/** A report on deals with parameters: the sums by stage. */
export const byStage: Files = {
  'by_stage.yaml': `name: Deals by stage
parameters:
  - { code: from_amount, type: number, default: 0, required: true }
  - { code: closed_since, type: datetime, view: date }
  - { code: text, type: string }
columns:
  - { code: stage, name: Stage, type: string }
  - { code: deals, name: Deals, type: number }
  - { code: total, name: Total, type: number }
  - { code: last, name: Last closed, type: datetime, view: date }
sort:
  - { column: total, ascending: false }
`,
  'by_stage.sql': `-- Sums of the deals.
select d.stage, count(*) as deals, sum(d.amount) as total, max(d.closed) as last
from bi.NAMESPACE_deals d
where d.amount >= :from_amount
  and (:closed_since is null or d.closed >= :closed_since)
  and (:text is null or d.title like '%' || :text || '%')
group by d.stage
`,
}

/**
 * Returns the zip of a solution with one namespace, the application `deals` and these reports. `NAMESPACE` in a file
 * becomes the namespace.
 */
export function solutionWith(namespace: string, reports: Files, more: Files = {}): Promise<Uint8Array> {
  const files = Object.entries(reports).map(
    ([name, text]) => [`namespaces/${namespace}/reports/${name}`, text] as const,
  )
  const named = Object.entries({
    'solution.yaml': `code: ${namespace}\nname: Reports\nversion: 1.0.0\n`,
    [`namespaces/${namespace}/namespace.yaml`]: 'name: Reports\n',
    [`namespaces/${namespace}/apps/deals.yaml`]: deals,
    ...Object.fromEntries(files),
    ...more,
  }).map(([path, text]): [string, string | Uint8Array] => {
    const filled = text.replaceAll('NAMESPACE', namespace)
    return [path, path.endsWith('.sql') ? new TextEncoder().encode(filled) : filled]
  })
  return writeZip(new Map(named))
}

/** Applies a solution with these reports and returns the sentences of its changes about reports. */
export async function applyReports(call: Call, namespace: string, reports: Files, more: Files = {}): Promise<string[]> {
  const zip = await solutionWith(namespace, reports, more)
  const answer = await call('POST', '/api/v1/solutions/apply?allowdestructive=true', zip)
  assertDone(answer)
  return answer.body.changes.filter(({ what }: Body) => what === 'report').map(({ sentence }: Body) => sentence)
}

/** Plans a solution with these reports and returns the problems as `file:line message`. */
export async function problemsOf(call: Call, namespace: string, reports: Files, more: Files = {}): Promise<string[]> {
  const { status, body } = await call('POST', '/api/v1/solutions/plan', await solutionWith(namespace, reports, more))
  if (status === 200) return []
  const short = (file: string) => file.replace(/.*\//, '')
  return body.problems.map(({ file, line, message }: Body) => `${short(file)}:${line ?? ''} ${message}`)
}

/** Runs a report and returns its answer. */
export function run(call: Call, path: string, body: unknown = {}): Promise<Answer> {
  return call('POST', `/pub/v1/reports/${path.replace('.', '/')}/list`, body)
}
