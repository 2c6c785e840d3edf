import { escapeHtml } from '../../foundation/kit/html.ts'
import type { OpenCase } from '../nomenclature/cases.store.ts'
import { endless } from '../numbers/reset-period.ts'
import type { Card } from '../registrations/registration.ts'
import type { JournalEnd, JournalLine } from './journal-rows.store.ts'

/** What a printed journal shows. */
export interface PrintedJournal {
  readonly found: Pick<OpenCase, 'name' | 'index' | 'year'>
  readonly lines: readonly JournalLine[]
  readonly ends: readonly JournalEnd[]
  readonly from: string | undefined
  readonly to: string | undefined
  readonly printedAt: string
}

const style = `body{font:13px/1.4 sans-serif;margin:2em}table{border-collapse:collapse;width:100%}
th,td{border:1px solid #888;padding:3px 6px;text-align:left;vertical-align:top}th{background:#eee}
.annulled{text-decoration:line-through}code{font-size:10px;word-break:break-all}thead{display:table-header-group}
tr{break-inside:avoid}@media print{body{margin:0}}@page{size:A4 landscape;margin:12mm}`

const titles = [
  'No.',
  'Number',
  'Date',
  'Given at',
  'Document',
  "Correspondent's number and date",
  'Sheets',
  'Delivery',
]

/** Returns a registration journal as an HTML page for printing. Annulled numbers are struck through. */
export function journalPage({ found, lines, ends, from, to, printedAt }: PrintedJournal): string {
  const title = [found.index, found.name].filter(Boolean).join(' ')
  const period = from || to ? `, ${from ?? 'the beginning'} to ${to ?? 'now'}` : ''
  const rows = lines.map(lineOf).join('\n')
  const seals = ends.map(sealOf).join('')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}: journal</title>
<style>${style}</style></head><body>
<h1>Registration journal: ${escapeHtml(title)}, ${found.year}${escapeHtml(period)}</h1>
<table><thead><tr>${[...titles, 'Registrar', 'Notes'].map((one) => `<th>${escapeHtml(one)}</th>`).join('')}</tr></thead><tbody>
${rows}
</tbody></table>
<p>${lines.length} lines, ${lines.filter(({ state }) => state === 'annulled').length} of them annulled. Printed ${escapeHtml(printedAt)}.</p>
${seals}<p>Signature: ______________________</p></body></html>`
}

function lineOf(line: JournalLine, place: number): string {
  const card = JSON.parse(line.cardText) as Card
  const correspondent = [card.correspondentNumber, card.correspondentDate].filter(Boolean).join(', ')
  const cells = [
    String(place + 1),
    line.number,
    line.date ?? '',
    line.at,
    line.name ?? '',
    correspondent,
    card.sheets === undefined ? '' : String(card.sheets),
    card.delivery ?? '',
    line.by,
  ]
  const struck = line.state === 'annulled' ? ' class="annulled"' : ''
  const values = cells.map((cell, column) => `<td${column < 5 ? struck : ''}>${escapeHtml(cell)}</td>`).join('')
  return `<tr>${values}<td>${escapeHtml(notesOf(line, card))}</td></tr>`
}

function notesOf({ state, reason, reservedUntil }: JournalLine, { comment, paperAt }: Card): string {
  const stateNote = {
    annulled: `annulled: ${reason ?? ''}`,
    reserved: `reserved until ${reservedUntil}`,
    registered: reason === null ? '' : `corrected: ${reason}`,
  }[state]
  return [stateNote, paperAt && `paper original at ${paperAt}`, comment].filter(Boolean).join('; ')
}

function sealOf({ period, rows, hash }: JournalEnd): string {
  const from = period === endless ? '' : ` of the period from ${period}`
  return `<p>Seal${from} after row ${rows}: <code>${hash ?? 'none'}</code></p>\n`
}
