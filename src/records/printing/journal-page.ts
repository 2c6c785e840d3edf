import { escapeHtml } from '../../foundation/http/html.ts'
import type { OpenCase } from '../nomenclature/cases.store.ts'
import { endless } from '../numbers/reset-period.ts'
import type { Card } from '../registrations/registration.ts'
import type { JournalEnd, JournalLine } from './journal-rows.store.ts'
import { printedPage, tableHead } from './printed-page.ts'

/** What a printed journal shows. */
export interface PrintedJournal {
  readonly found: Pick<OpenCase, 'name' | 'index' | 'year'>
  readonly lines: readonly JournalLine[]
  readonly ends: readonly JournalEnd[]
  readonly from: string | undefined
  readonly to: string | undefined
  readonly printedAt: string
}

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
  const annulled = lines.filter(({ state }) => state === 'annulled').length
  return printedPage(
    `${title}: journal`,
    `<h1>Registration journal: ${escapeHtml(title)}, ${found.year}${escapeHtml(period)}</h1>
<table class="journal">${tableHead([...titles, 'Registrar', 'Notes'])}<tbody>
${rows}
</tbody></table>
<p>${lines.length} lines, ${annulled} of them annulled. Printed ${escapeHtml(printedAt)}.</p>
${seals}<p>Signature: ______________________</p>`,
  )
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
