import type { Command } from './command.ts'
import { countOf } from './progress.ts'
import { openServer, type ServerAccess, serverOptions } from './server-access.ts'

export const verify: Command = {
  options: {
    ...serverOptions,
    from: { type: 'string', meaning: 'Day from which to verify, such as 2026-11-21 (default: the first day)' },
    expect: {
      type: 'string',
      meaning:
        'Hash that an earlier run printed for a completed day or for a journal; fails when the hash no longer exists',
    },
  },
  async run({ words, options }) {
    if (words.length > 0) throw new Error('verify takes no arguments, only options')
    await using server = await openServer(options)
    const { hashes, problems } = await verifyDays(server, options.from)
    const wrong = await verifyElements(server)
    const expected = typeof options.expect === 'string' ? options.expect : undefined
    const journals = await verifyJournals(server, expected)
    const isMissing = expected !== undefined && !hashes.has(expected) && !journals.found
    if (isMissing)
      console.log(
        `no day and no row of a journal has the hash ${expected}: rows were removed, or the hashes were recomputed`,
      )
    return problems + wrong + journals.problems > 0 || isMissing ? 1 : 0
  },
}

interface Verified {
  readonly days: readonly { day: string; seals: number; rows: number; hash: string; problems: number }[]
  readonly next: string | null
  readonly sealedUntil: string | null
  readonly unsealedRows: number
  readonly problems: readonly { day: string | null; seal: number | null; sentence: string }[]
}

/** Verifies the audit chain and prints each day as soon as it is verified. */
async function verifyDays(server: ServerAccess, from: unknown): Promise<{ hashes: Set<string>; problems: number }> {
  const hashes = new Set<string>()
  let count = 0
  for (let next = typeof from === 'string' ? from : undefined; ; ) {
    const parameters = next === undefined ? '' : `?from=${encodeURIComponent(next)}`
    const answer = (await server.call('GET', `/api/v1/audit/verify${parameters}`)) as unknown as Verified
    for (const { day, seals, rows, hash, problems } of answer.days) {
      hashes.add(hash)
      const state = problems === 0 ? 'ok' : 'NOT OK'
      console.log(`${day}  ${countOf(seals, 'seal')}  ${countOf(rows, 'row')}  ${state}  ${hash}`)
      for (const found of answer.problems.filter((problem) => problem.day === day))
        console.log(`  seal ${found.seal}: ${found.sentence}`)
    }
    for (const { sentence } of answer.problems.filter(({ day }) => day === null)) console.log(`  ${sentence}`)
    count += answer.problems.length
    if (answer.next === null) {
      const sealed = answer.sealedUntil === null ? 'nothing is sealed yet' : `sealed until ${answer.sealedUntil}`
      console.log(`${sealed}; ${countOf(answer.unsealedRows, 'row')} not sealed yet`)
      return { hashes, problems: count }
    }
    next = answer.next
  }
}

interface VerifiedElements {
  readonly elements: number
  readonly revisions: number
  readonly unproved: number
  readonly next: string | null
  readonly wrong: number
  readonly problems: readonly { sentence: string }[]
}

/** Verifies the elements, prints problems and progress, and returns the number of wrong elements. */
async function verifyElements(server: ServerAccess): Promise<number> {
  let [elements, revisions, unproved, wrong] = [0, 0, 0, 0]
  for (let after: string | undefined; ; ) {
    const parameters = after === undefined ? '' : `?after=${encodeURIComponent(after)}`
    const answer = await server.call('GET', `/api/v1/audit/verify/elements${parameters}`)
    const found = answer as unknown as VerifiedElements
    elements += found.elements
    revisions += found.revisions
    unproved += found.unproved
    wrong += found.wrong
    for (const { sentence } of found.problems) console.log(`  ${sentence}`)
    if (found.wrong > found.problems.length)
      console.log(`  and ${countOf(found.wrong - found.problems.length, 'more element')}`)
    if (found.next === null) break
    after = found.next
    console.log(`${countOf(elements, 'element')} so far`)
  }
  const state = wrong === 0 ? 'ok' : `NOT OK: ${countOf(wrong, 'element')}`
  console.log(`${countOf(elements, 'element')}  ${countOf(revisions, 'revision')}  ${state}`)
  if (unproved > 0)
    console.log(`${countOf(unproved, 'revision')} older than the digests, with values that cannot be verified`)
  return wrong
}

interface VerifiedJournals {
  readonly journals: readonly {
    caseId: string
    index: string | null
    name: string | null
    period: string
    rows: number
    hash: string | null
    problems: readonly string[]
  }[]
  readonly next: string | null
  readonly found: boolean | null
}

/**
 * Verifies the registration journals and prints each of them. Returns the number of problems, and whether a journal
 * has a row with the hash `expected`.
 */
async function verifyJournals(
  server: ServerAccess,
  expected: string | undefined,
): Promise<{ problems: number; found: boolean }> {
  let count = 0
  for (let after: string | undefined; ; ) {
    const parameters = new URLSearchParams({ ...(after && { after }), ...(expected && { expect: expected }) })
    const answer = await server.call('GET', `/api/v1/audit/verify/journals?${parameters}`)
    const { journals, next, found } = answer as unknown as VerifiedJournals
    for (const { caseId, index, name, period, rows, hash, problems } of journals) {
      const title = [index, name ?? caseId].filter(Boolean).join(' ')
      const state = problems.length === 0 ? 'ok' : 'NOT OK'
      console.log(`journal ${title} from ${period}  ${countOf(rows, 'row')}  ${state}  ${hash ?? ''}`)
      for (const problem of problems) console.log(`  ${problem}`)
      count += problems.length
    }
    if (next === null) return { problems: count, found: found === true }
    after = next
  }
}
