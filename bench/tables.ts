import type { CpuSeconds } from './cpu-time.ts'
import { type Figures, median, type Side, spread } from './figures.ts'

/** The minimum number of rows that an import must write per second. */
const importTarget = 5000
/** The longest acceptable stop of the event loop, in ms. */
const stopTargetMs = 20

/** Returns the tables of a run as Markdown. */
export function tablesOf(all: readonly Figures[]): string {
  const figures = all.filter(({ name }) => name !== 'import')
  const imports = all.find(({ name }) => name === 'import')
  const parts = [
    table('HTTP compared with bare SQL, PostgreSQL', against('bare SQL'), figures.flatMap(limitRow)),
    table(
      'Embedded database compared with PostgreSQL, both over HTTP',
      against('PostgreSQL'),
      figures.flatMap(embeddedRow),
    ),
    table(
      'CPU per request, µs',
      ['operation', 'server', 'PostgreSQL', 'PostgreSQL with bare SQL', 'generator', 'embedded server'],
      figures.flatMap(cpuRow),
    ),
    table(
      `Longest stop of the event loop, ms (target: under ${stopTargetMs})`,
      ['operation', 'on PostgreSQL', 'own CPU time in it', 'embedded', 'own CPU time in it'],
      all.flatMap(stopRow),
    ),
    table('Import', ['database', 'rows/s', 'spread', 'target'], imports ? importRows(imports) : []),
  ]
  return parts.filter((part) => part !== '').join('\n')
}

/** Returns a table as Markdown with its heading; an empty text when it has no rows. */
export function table(title: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [`### ${title}`, '', line(head), line(head.map(() => '---')), ...rows.map(line), ''].join('\n')
}

const against = (limit: string): string[] => ['operation', `${limit}/s`, 'HTTP/s', 'share', 'spread', 'target']

function limitRow({ title, target, bare, postgres }: Figures): string[][] {
  return bare.perSecond.length === 0 ? [] : [[title, ...comparison(postgres.perSecond, bare.perSecond, target)]]
}

function embeddedRow({ title, embeddedTarget, postgres, embedded }: Figures): string[][] {
  if (embedded.perSecond.length === 0) return []
  if (postgres.perSecond.length === 0) return [[title, '–', whole(median(embedded.perSecond)), '–', '–', '–']]
  return [[title, ...comparison(embedded.perSecond, postgres.perSecond, embeddedTarget)]]
}

/** Returns the rates of both sides, their ratio with its spread, and the target, as cells of a table. */
export function comparison(ours: readonly number[], limit: readonly number[], target: number | undefined): string[] {
  const share = median(ours) / median(limit)
  const [least, greatest] = spread(ours, limit)
  const shown = [whole(median(limit)), whole(median(ours)), `**${share.toFixed(2)}**`]
  return [...shown, `${least.toFixed(2)}–${greatest.toFixed(2)}`, verdict(share, target, 2)]
}

function verdict(value: number, target: number | undefined, digits: number): string {
  if (target === undefined) return '–'
  const wanted = `≥ ${target.toFixed(digits)}`
  return value >= target ? wanted : `${wanted}: missed by ${(target - value).toFixed(digits)}`
}

function cpuRow({ title, bare, postgres, embedded }: Figures): string[][] {
  const of = (side: { readonly cpuUs: readonly CpuSeconds[] }, part: 'server' | 'database' | 'generator'): string => {
    const seen = side.cpuUs.flatMap((cpu) => cpu[part] ?? [])
    return seen.length === 0 ? '–' : whole(median(seen))
  }
  const ofPostgres = [of(postgres, 'server'), of(postgres, 'database'), of(bare, 'database'), of(postgres, 'generator')]
  return [[title, ...ofPostgres, of(embedded, 'server')]]
}

function stopRow({ title, postgres, embedded }: Figures): string[][] {
  const of = ({ stops }: Side): string[] => {
    if (stops.length === 0) return ['–', '–']
    return [stops.map(({ wallMs }) => wallMs), stops.map(({ cpuMs }) => cpuMs)].map((ms) => Math.max(...ms).toFixed(1))
  }
  return [[title, ...of(postgres), ...of(embedded)]]
}

function importRows({ postgres, embedded }: Figures): string[][] {
  const sides = [
    ['PostgreSQL', postgres.perSecond, importTarget],
    ['embedded', embedded.perSecond, undefined],
  ] as const
  return sides.flatMap(([name, rates, target]) => {
    if (rates.length === 0) return []
    const range = `${whole(Math.min(...rates))}–${whole(Math.max(...rates))}`
    return [[name, `**${whole(median(rates))}**`, range, verdict(median(rates), target, 0)]]
  })
}

function whole(number: number): string {
  return String(Math.round(number))
}
