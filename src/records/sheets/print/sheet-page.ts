import { escapeHtml } from '../../../foundation/http/html.ts'
import { printedPage, tableHead } from '../../printing/printed-page.ts'
import type { RespondentState, SheetState } from '../route/route.ts'
import type { RespondentRow } from '../rows/respondent-rows.store.ts'
import type { SheetRow } from '../rows/sheet-rows.store.ts'
import type { Signatory } from './printed-sheet.store.ts'

/** What the printed form of a sheet shows. */
export interface PrintedSheet {
  readonly sheet: SheetRow
  readonly respondents: readonly RespondentRow[]
  /** The kind of the document, such as Outgoing letter. */
  readonly kind: string
  readonly numbers: readonly { readonly number: string; readonly date: string }[]
  readonly people: ReadonlyMap<string, Signatory>
  /** Shows a time of the sheet. */
  readonly time: (at: string | null) => string
  readonly printedAt: string
}

const sheetWords: Readonly<Record<SheetState, string>> = {
  inProgress: 'in progress',
  approved: 'approved',
  approvedWithRemarks: 'approved with remarks',
  rejected: 'rejected',
  informed: 'informed',
  cancelled: 'cancelled',
}

const respondentWords: Readonly<Record<RespondentState, string>> = {
  waiting: 'not yet asked',
  pending: 'no answer yet',
  approved: 'approved',
  approvedWithRemarks: 'approved with remarks',
  rejected: 'rejected',
  informed: 'informed',
  delegated: 'delegated',
  skipped: 'approved this version before',
  removed: 'removed',
  cancelled: 'no answer',
}

const titles = ['No.', 'Stage', 'Position', 'Name', 'Answer', 'Remarks', 'Time', 'Signature']

/** Returns the printed form of a sheet as an HTML page. */
export function sheetPage(printed: PrintedSheet): string {
  const { sheet, respondents, kind, numbers, people, time, printedAt } = printed
  const heading = sheet.type === 'approval' ? 'Approval sheet' : 'Familiarization sheet'
  const number = numbers.map((one) => `${one.number} of ${one.date}`).join(', ')
  const facts = [
    ['Document', [kind, sheet.subject].filter(Boolean).join(': ')],
    ['Registered', number],
    ['File', `${sheet.fileName}, version ${sheet.version}`],
    ['SHA-256', sheet.sha256],
    ['Round', String(sheet.round)],
    ['Initiator', people.get(sheet.createdBy)?.name ?? ''],
    ['Process', sheet.instanceName ?? ''],
    ['Started', time(sheet.createdAt)],
    ['Ended', time(sheet.endedAt)],
    ['Result', [sheetWords[sheet.state], sheet.reason].filter(Boolean).join(': ')],
    ['Comment', sheet.comment ?? ''],
  ]
  const shown = facts.flatMap(([name, value]) =>
    value === '' ? [] : [`<dt>${name}</dt><dd>${escapeHtml(value!)}</dd>`],
  )
  const rows = respondents.map((one, place) => rowOf(one, place, printed)).join('\n')
  return printedPage(
    `${heading}: ${sheet.subject}`,
    `<h1>${heading}</h1>
<dl>${shown.join('')}</dl>
<table>${tableHead(titles)}<tbody>
${rows}
</tbody></table>
<p>This sheet is an integral part of the document. Printed ${escapeHtml(printedAt)}.</p>`,
  )
}

function rowOf(respondent: RespondentRow, place: number, { people, time }: PrintedSheet): string {
  const { stage, userId, substitute, state, automatic, comment, endedAt } = respondent
  const person = people.get(userId)
  const by = substitute === null ? '' : `, answered by the substitute ${people.get(substitute)?.name ?? ''}`
  const cells = [
    String(place + 1),
    String(stage + 1),
    person?.position ?? '',
    `${person?.name ?? ''}${by}`,
    automatic ? `${respondentWords[state]} (by the platform, when the answer was overdue)` : respondentWords[state],
    comment ?? '',
    time(endedAt),
    '',
  ]
  return `<tr>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`
}
