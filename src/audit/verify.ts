import type { Reader } from '../db/database.ts'
import { findChanges, nameOfRow } from './find-changes.ts'
import { sealHash } from './seal.ts'
import { type Content, contentsBetween, rowsOutsideTime } from './sealed-rows.store.ts'
import { lastSeal, lastSealBefore, type Seal, sealsAfter, unsealedRows } from './seals.store.ts'

export interface AuditProblem {
  readonly day: string | null
  readonly seal: number | null
  /** As in the list of the audit, where it can be told. */
  readonly object: string | null
  readonly sentence: string
}

export interface VerifiedDay {
  readonly day: string
  readonly seals: number
  readonly rows: number
  /** Of its last seal, hex: it covers all that was ever sealed until then. */
  readonly hash: string
  readonly problems: number
}

export interface Verification {
  readonly days: readonly VerifiedDay[]
  /** The day to go on with; null when all days are done. */
  readonly next: string | null
  /** When the last seal was made; null when there is none. */
  readonly sealedUntil: string | null
  /** Rows that wait for their seal, a few seconds. */
  readonly unsealedRows: number
  readonly problems: readonly AuditProblem[]
}

/** No database knows a year 0. */
const firstDay = '0001-01-01'
const sealsAtOnce = 200
const rowsAtOnce = 20_000
/** After so many rows a call ends with the day. */
const rowsOfACall = 100_000

/**
 * Makes every seal anew from the rows and holds it against the kept one, whole days from `from` on. What is found is
 * named once: behind a broken link the chain is followed from the kept hash.
 */
export async function verifyAudit(reader: Reader, from = firstDay, known?: string): Promise<Verification> {
  const days = new Map<string, { seals: number; rows: number; hash: string; problems: number }>()
  const problems: AuditProblem[] = []
  let previous = await lastSealBefore(reader, from < firstDay ? firstDay : from)
  let checked = 0
  let next: string | null = null
  for (;;) {
    const page = firstRows(await sealsAfter(reader, previous?.no ?? '0', sealsAtOnce))
    const contents = await contentsOf(reader, page)
    for (const seal of page) {
      if (checked >= rowsOfACall && seal.day !== previous?.day) next = seal.day
      if (next !== null) break
      const found = await verifySeal(reader, previous, seal, contents.get(seal.no))
      problems.push(...found)
      const day = days.get(seal.day) ?? { seals: 0, rows: 0, hash: '', problems: 0 }
      days.set(seal.day, {
        seals: day.seals + 1,
        rows: day.rows + seal.rows,
        hash: seal.hash.toString('hex'),
        problems: day.problems + found.length,
      })
      checked += seal.rows
      previous = seal
    }
    if (next !== null || page.length === 0) break
  }
  if (next === null) problems.push(...(await problemsBehind(reader, known)))
  const last = await lastSeal(reader)
  return {
    days: [...days].map(([day, sums]) => ({ day, ...sums })),
    next,
    sealedUntil: last === undefined ? null : new Date(Number(last.sealedAt) / 1000).toISOString(),
    unsealedRows: await unsealedRows(reader),
    problems,
  }
}

/** The first of the seals, as many as have not too many rows together, but one at least. */
function firstRows(seals: readonly Seal[]): readonly Seal[] {
  let rows = 0
  const tooMany = seals.findIndex((seal, place) => {
    rows += seal.rows
    return place > 0 && rows > rowsAtOnce
  })
  return tooMany < 0 ? seals : seals.slice(0, tooMany)
}

/** What lies in the turns of each seal, by its number. */
async function contentsOf(reader: Reader, seals: readonly Seal[]): Promise<Map<string, Content>> {
  const turns = new Set(seals.flatMap(({ fromTurn, toTurn }) => [BigInt(fromTurn), BigInt(toTurn)]))
  const bounds = [...turns].sort((a, b) => (a < b ? -1 : 1)).map(String)
  if (bounds.length < 2) return new Map()
  const byPlace = await contentsBetween(reader, bounds)
  const places = new Map(bounds.map((turn, place) => [turn, place]))
  return new Map(
    seals.flatMap(({ no, fromTurn }): [string, Content][] => {
      const content = byPlace.get(places.get(fromTurn)!)
      return content === undefined ? [] : [[no, content]]
    }),
  )
}

async function verifySeal(
  reader: Reader,
  previous: Seal | undefined,
  seal: Seal,
  content: Content | undefined,
): Promise<AuditProblem[]> {
  const problem = (sentence: string, object: string | null = null): AuditProblem => ({
    day: seal.day,
    seal: Number(seal.no),
    object,
    sentence,
  })
  const digest = content?.digest
  const missing = BigInt(seal.no) - BigInt(previous?.no ?? 0) - 1n
  const first = BigInt(previous?.no ?? 0) + 1n
  const links = missing === 0n && seal.fromTurn === (previous?.toTurn ?? '0')
  if (links && digest !== undefined && sealHash(previous?.hash, seal, digest).equals(seal.hash)) return []
  const changes = (await findChanges(reader, seal)).map(({ sentence, object }) => problem(sentence, object))
  if (missing > 0n) {
    const which = missing === 1n ? `seal ${first} is` : `seals ${first} to ${BigInt(seal.no) - 1n} are`
    const sentence = `${which} missing; whether rows of that time were changed can't be told any more`
    return [{ ...problem(sentence), seal: Number(first) }, ...changes]
  }
  if (changes.length > 0) return changes
  return [problem(`seal ${seal.no} was changed, or the seal before it; the rows it covers are as they were`)]
}

/** What no seal would show. `known` is why the server itself stopped sealing. */
async function problemsBehind(reader: Reader, known: string | undefined): Promise<AuditProblem[]> {
  const outside = (await rowsOutsideTime(reader)).map(({ object, rev }) => ({
    day: null,
    seal: null,
    object,
    sentence: `${nameOfRow(object, rev)} has a turn that no transaction had: it was written by hand`,
  }))
  return known === undefined ? outside : [{ day: null, seal: null, object: null, sentence: known }, ...outside]
}
