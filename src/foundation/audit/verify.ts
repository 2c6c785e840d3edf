import type { Reader } from '../db/database.ts'
import { nameOfRow } from './find-changes.ts'
import { type Content, contentsBetween, rowsOutsideTime } from './sealed-rows.store.ts'
import { lastSeal, type Seal, sealBeforeDay, sealsAfter, unsealedForS, unsealedRows } from './seals.store.ts'
import { type AuditProblem, type Link, verifySeal } from './verify-seal.ts'

interface VerifiedDay {
  readonly day: string
  readonly seals: number
  readonly rows: number
  /** Hash of the day's last seal, in hex; it covers everything sealed until then. */
  readonly hash: string
  readonly problems: number
}

export interface Verification {
  readonly days: readonly VerifiedDay[]
  /** `from` of the next call; null when all days were checked. */
  readonly next: string | null
  /** Time of the last seal; null when there is none. */
  readonly sealedUntil: string | null
  /** Number of rows that are not sealed yet. Rows are usually sealed within seconds. */
  readonly unsealedRows: number
  readonly problems: readonly AuditProblem[]
}

/** The first day in the form `YYYY-MM-DD` that PostgreSQL accepts, because it has no year 0. */
const firstDay = '0001-01-01'
const sealsAtOnce = 200
const rowsAtOnce = 20_000
/** Number of rows after which a call stops at the end of the day. */
const rowsOfACall = 100_000
/** Age in seconds from which unsealed rows are a problem. They are usually sealed within seconds. */
const maxUnsealedS = 60

/**
 * Recomputes seals from their rows and compares them with the stored ones, in whole days from `from` on, until
 * 100,000 rows were read. Reports each problem once: after a broken link, the check continues with the next seal.
 * `known` is the reason why the server itself has stopped sealing. `patient` reads the rows of a seal that has more than
 * 20,000 of them, which takes longer: one transaction has written them all.
 */
export async function verifyAudit(
  reader: Reader,
  from = firstDay,
  known?: string,
  patient = reader,
): Promise<Verification> {
  const days = new Map<string, VerifiedDay>()
  const problems: AuditProblem[] = []
  let link: Link | undefined = linkOf(await sealBeforeDay(reader, from < firstDay ? firstDay : from))
  let checked = 0
  // Day of the newest seal checked. It only increases, so that a seal with a forged day cannot make a caller loop
  // forever.
  let newestDay = ''
  let next: string | null = null
  for (
    let page = await pageBehind(reader, link);
    page.length > 0 && next === null;
    page = await pageBehind(reader, link)
  ) {
    // Only a page of one seal can have more rows.
    const readerOfRows = page[0]!.rows > rowsAtOnce ? patient : reader
    const contents = await contentsOf(readerOfRows, page)
    for (const seal of page) {
      if (checked >= rowsOfACall && seal.day > newestDay) {
        next = seal.day
        break
      }
      const { found, hash } = await verifySeal(readerOfRows, link, seal, contents.get(seal.no))
      problems.push(...found)
      days.set(seal.day, withSeal(days.get(seal.day), seal, found.length))
      link = { seal, hash }
      checked += seal.rows
      if (seal.day > newestDay) newestDay = seal.day
    }
  }
  if (next === null) problems.push(...(await problemsBehind(reader, known)))
  const last = await lastSeal(reader)
  return {
    days: [...days.values()],
    next,
    sealedUntil: last === undefined ? null : new Date(Number(last.sealedAt) / 1000).toISOString(),
    unsealedRows: await unsealedRows(reader),
    problems,
  }
}

const linkOf = (seal: Seal | undefined): Link | undefined => seal && { seal, hash: seal.hash }

function withSeal(day: VerifiedDay | undefined, seal: Seal, problems: number): VerifiedDay {
  return {
    day: seal.day,
    seals: (day?.seals ?? 0) + 1,
    rows: (day?.rows ?? 0) + seal.rows,
    hash: seal.hash.toString('hex'),
    problems: (day?.problems ?? 0) + problems,
  }
}

/** Returns the next seals: as many as have at most `rowsAtOnce` rows together, but at least one. */
async function pageBehind(reader: Reader, link: Link | undefined): Promise<readonly Seal[]> {
  const seals = await sealsAfter(reader, link?.seal.no ?? '0', sealsAtOnce)
  let rows = 0
  const tooMany = seals.findIndex((seal, place) => {
    rows += seal.rows
    return place > 0 && rows > rowsAtOnce
  })
  return tooMany < 0 ? seals : seals.slice(0, tooMany)
}

/** Returns the summaries of the rows that are now in the range of turns of each seal, by the seal's number. */
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

/** Returns the problems that comparing seals does not reveal. */
async function problemsBehind(reader: Reader, known: string | undefined): Promise<AuditProblem[]> {
  const outside = (await rowsOutsideTime(reader)).map((row) => ({
    day: null,
    seal: null,
    object: row.object,
    sentence: `${nameOfRow(row)} has a turn that no transaction had: it was written by hand`,
  }))
  const stopped = known === undefined ? await unsealedProblem(reader) : known
  return stopped === undefined ? outside : [{ day: null, seal: null, object: null, sentence: stopped }, ...outside]
}

/** Returns a sentence about rows that should have been sealed long ago; undefined when there are none. */
async function unsealedProblem(reader: Reader): Promise<string | undefined> {
  const seconds = await unsealedForS(reader)
  if (seconds <= maxUnsealedS) return undefined
  const age = seconds < 120 ? 'a minute' : `${Math.floor(seconds / 60)} minutes`
  return (
    `rows have not been sealed for more than ${age}: a transaction on the database server has not ended, or sealing ` +
    'fails; the log of the server names the error'
  )
}
