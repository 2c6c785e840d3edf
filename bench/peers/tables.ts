import type { CpuSeconds } from '../cpu-time.ts'
import { median } from '../figures.ts'
import { comparison, table } from '../tables.ts'

/** The measurements of one server, one entry per round. */
export interface PeerSide {
  readonly perSecond: number[]
  /** CPU in microseconds per request. */
  readonly cpuUs: CpuSeconds[]
}

export interface PeerFigures {
  readonly title: string
  readonly chancery: PeerSide
  readonly plain: PeerSide
  /** Without rounds when Directus is not measured. */
  readonly directus: PeerSide
  readonly plainTarget: number | undefined
  readonly directusTarget: number
}

/** Returns the tables of a run as Markdown. */
export function peerTables(figures: readonly PeerFigures[]): string {
  const withDirectus = figures.filter(({ directus }) => directus.perSecond.length > 0)
  const parts = [
    table('Chancery compared with the 40-line server', against('40-line server'), figures.map(plainRow)),
    table('Chancery compared with Directus', against('Directus'), withDirectus.map(directusRow)),
    table(
      'CPU per request, µs: server + PostgreSQL',
      ['operation', 'Chancery', '40-line server', 'Directus'],
      figures.map(cpuRow),
    ),
  ]
  return parts.filter((part) => part !== '').join('\n')
}

const against = (peer: string): string[] => [
  'operation',
  `${peer}/s`,
  'Chancery/s',
  'ratio',
  'spread',
  'target',
  'ratio by CPU',
]

function plainRow({ title, chancery, plain, plainTarget }: PeerFigures): string[] {
  return [title, ...comparison(chancery.perSecond, plain.perSecond, plainTarget), cpuRatio(chancery, plain)]
}

function directusRow({ title, chancery, directus, directusTarget }: PeerFigures): string[] {
  return [title, ...comparison(chancery.perSecond, directus.perSecond, directusTarget), cpuRatio(chancery, directus)]
}

/** Returns how many times the CPU of Chancery the peer uses for a request, of the server and PostgreSQL together. */
function cpuRatio(chancery: PeerSide, peer: PeerSide): string {
  const [ours, theirs] = [chancery, peer].map(({ cpuUs }) =>
    cpuUs.flatMap(({ server, database }) => (server === undefined || database === undefined ? [] : server + database)),
  ) as [number[], number[]]
  return ours.length === 0 || theirs.length === 0 ? '–' : (median(theirs) / median(ours)).toFixed(2)
}

function cpuRow({ title, chancery, plain, directus }: PeerFigures): string[] {
  return [title, ...[chancery, plain, directus].map(cpuOf)]
}

function cpuOf({ cpuUs }: PeerSide): string {
  const parts = (['server', 'database'] as const).flatMap((part) => {
    const seen = cpuUs.flatMap((cpu) => cpu[part] ?? [])
    return seen.length === 0 ? [] : String(Math.round(median(seen)))
  })
  return parts.length === 0 ? '–' : parts.join(' + ')
}
