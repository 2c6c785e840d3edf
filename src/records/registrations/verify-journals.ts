import type { Reader } from '../../foundation/db/database.ts'
import { isUuid, nilId } from '../../foundation/kit/ids.ts'
import type { CounterKey } from './give-number.store.ts'
import {
  differingRegistrations,
  hasEntry,
  type JournalHead,
  journalsAfter,
  rowsOfJournal,
} from './verify-journals.store.ts'

/** The result of the verification of one journal. */
interface VerifiedJournal {
  /** Id of the case whose counter gives the numbers. */
  readonly caseId: string
  readonly index: string | null
  readonly name: string | null
  /** First day of the period; 0001-01-01 when numbers are never reset. */
  readonly period: string
  readonly rows: number
  /** Hash of the last row, in hex; it covers all rows before it. */
  readonly hash: string | null
  readonly problems: readonly string[]
}

export interface JournalVerification {
  readonly journals: readonly VerifiedJournal[]
  /** `after` of the next call; null when all journals were verified. */
  readonly next: string | null
}

/** Number of rows after which a call stops at the end of a journal. */
const rowsOfACall = 100_000
const journalsAtOnce = 500

const textOf = ({ serial, period }: CounterKey): string => `${serial}/${period}`

function keyOf(text: string | undefined): CounterKey {
  const [serial, period = ''] = text?.split('/') ?? []
  return isUuid(serial) && /^\d{4}-\d\d-\d\d$/.test(period)
    ? { serial, period }
    : { serial: nilId, period: '0001-01-01' }
}

/**
 * Recomputes the hashes of the next journals after `after` and compares the journals with the stored hashes, the
 * counters and the registrations. Returns the mismatches, of each kind the first ten of a journal.
 */
export async function verifyJournals(reader: Reader, after?: string): Promise<JournalVerification> {
  const heads = await journalsAfter(reader, keyOf(after), journalsAtOnce)
  const journals: VerifiedJournal[] = []
  let rows = 0
  for (const head of heads) {
    journals.push(await verifyJournal(reader, head))
    rows += Number(head.rows)
    if (rows >= rowsOfACall) break
  }
  const last = heads[journals.length - 1]
  const isWhole = journals.length === heads.length && heads.length < journalsAtOnce
  return { journals, next: last === undefined || isWhole ? null : textOf(last) }
}

/** Returns whether a journal still has the row with this hash, in hex. */
export async function hasJournalRow(reader: Reader, hash: string): Promise<boolean> {
  return /^[0-9a-f]{64}$/i.test(hash) && hasEntry(reader, hash)
}

async function verifyJournal(reader: Reader, head: JournalHead): Promise<VerifiedJournal> {
  const found = await rowsOfJournal(reader, head)
  const named = (number: string | null): string => (number === null ? '' : ` (number ${number})`)
  const problems = [
    ...found.missing.map((no) => `row ${no} is missing`),
    ...found.changed.map(({ no, number }) => `row ${no}${named(number)} was changed`),
  ]
  if (found.rows !== head.rows && found.missing.length === 0)
    problems.push(
      `there are ${found.rows} rows, but the counter says ${head.rows}: rows at the end were removed or added`,
    )
  else if (found.hash !== head.hash && found.missing.length === 0)
    problems.push('the last row differs from the last row that the counter recorded')
  for (const { number, is } of await differingRegistrations(reader, head)) {
    if (is === 'removed') problems.push(`registration ${number} was removed, but the journal has it`)
    if (is === 'unknown') problems.push(`registration ${number} is not in the journal`)
    if (is === 'changed') problems.push(`registration ${number} differs from its last row in the journal`)
  }
  const { serial, caseIndex, caseName, period, rows, hash } = head
  return { caseId: serial, index: caseIndex, name: caseName, period, rows: Number(rows), hash, problems }
}
