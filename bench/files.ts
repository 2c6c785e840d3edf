import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { copyAndHash, download, rootDirectory, upload, writeSource } from './big-file.ts'
import { median, spread } from './figures.ts'
import { memoryRiseMb } from './memory.ts'
import { readOptions } from './options.ts'
import { runOwnLoad } from './own-load.ts'
import { headOf, keepResults } from './results.ts'
import { setUp } from './setup.ts'
import type { Subject } from './subject.ts'
import { workloads } from './workloads.ts'

const help = `node bench/files.ts [--mb 1024] [--memory-mb 5120] [--rounds 5] [--seconds 5] [--database WHICH]
                    [--results FILE] [--profile DIR]

Measures uploads and downloads of files: a large file, compared with openssl and a copy to the same disk; the memory of
the server while --memory-mb megabytes pass through it; and small files, compared with creates of elements on the same server.`

const mebi = 1024 ** 2
/** Size in MB of the largest single file, which stays below the maximum size of a file. */
const mostMb = 2000
const smallBytes = 10 * 1024
const [leastShare, mostMemoryMb] = [0.7, 120]

const text = { type: 'string' } as const
const passedOn = { rounds: text, seconds: text, database: text, results: text, profile: text }
const { values } = parseArgs({ options: { mb: text, 'memory-mb': text, help: { type: 'boolean' }, ...passedOn } })
if (values.help) {
  console.log(help)
  process.exit(0)
}
const bytes = Number(values.mb ?? 1024) * mebi
const memoryMb = Number(values['memory-mb'] ?? 5120)
const words = Object.keys(passedOn).flatMap((name) => {
  const value = values[name as keyof typeof passedOn]
  return value === undefined ? [] : [`--${name}`, value]
})
const options = readOptions(['--rows', '1000', ...words])!

const folder = mkdtempSync(join(tmpdir(), 'chancery-bench-files-'))
try {
  await using setup = await setUp(options)
  const sides = [
    ['PostgreSQL', setup.postgres?.subject],
    ['embedded', setup.embedded?.subject],
  ] as const
  const lines: string[] = []
  for (const [side, subject] of sides) if (subject !== undefined) lines.push(...(await measure(side, subject)))
  const table = [
    `### Files: one of ${bytes / mebi} MB, ${memoryMb} MB in all, and small ones of ${smallBytes / 1024} KB`,
    '',
    'Large files in MB/s: by one request up, by a link down; the measure is `cat | tee copy | openssl dgst -sha256` with',
    '`sync` on the same disk. Small files and creates in requests/s.',
    '',
    '| database | what | measure | Chancery | share | spread | target |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...lines,
    '',
  ].join('\n')
  console.log(`\n${table}`)
  keepResults(
    options.resultsFile,
    'files',
    `${headOf(options, setup.postgres?.bench.version, setup.embedded?.version)}\n${table}`,
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function measure(side: string, subject: Subject): Promise<string[]> {
  const found = [...(await measureLarge(subject)), await measureMemory(subject), await measureSmall(subject)]
  for (const line of found) console.log(`${side} ${line}`)
  return found.map((line) => `| ${side} ${line}`)
}

async function measureLarge(subject: Subject): Promise<string[]> {
  const source = join(folder, 'source')
  await writeSource(source, bytes)
  const rates = { openssl: [] as number[], up: [] as number[], down: [] as number[] }
  const rate = (seconds: number): number => bytes / mebi / seconds
  for (let round = 0; round < options.rounds; round++) {
    rates.openssl.push(rate(await copyAndHash(source, join(folder, 'copy'))))
    const { id, seconds } = await upload(subject, bytes)
    rates.up.push(rate(seconds))
    rates.down.push(rate(await download(subject, id, bytes)))
  }
  return [
    lineOf('upload, MB/s', rates.openssl, rates.up, leastShare),
    lineOf('download, MB/s', rates.openssl, rates.down, leastShare),
  ]
}

async function measureMemory(subject: Subject): Promise<string> {
  const rise = await memoryRiseMb(subject.pid, async () => {
    for (let leftMb = memoryMb; leftMb > 0; leftMb -= mostMb) {
      const size = Math.min(leftMb, mostMb) * mebi
      await download(subject, (await upload(subject, size)).id, size)
    }
  })
  const target = `≤ ${mostMemoryMb}${rise <= mostMemoryMb ? '' : `: missed by ${Math.ceil(rise - mostMemoryMb)}`}`
  return `| rise of memory, MB |  | ${Math.round(rise)} |  |  | ${target} |`
}

async function measureSmall({ url, token }: Subject): Promise<string> {
  const create = workloads.find(({ name }) => name === 'create')!
  const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="small-@v@.txt"\r\n\r\n'
  const common = { url, token, method: 'POST', between: [1, 1] } as const
  const creates = { ...common, path: create.path, body: create.body!(0, 1) }
  const uploads = {
    ...common,
    path: `/pub/v1/disk/directory/${rootDirectory}/upload`,
    contentType: 'multipart/form-data; boundary=b',
    body: `${head}@v@ ${'ten kilobytes '.repeat(smallBytes / 14)}\r\n--b--\r\n`,
  }
  const rates: [number[], number[]] = [[], []]
  for (let round = 0; round < options.rounds; round++) {
    const range = { firstV: 1 + round * 10_000_000, seconds: options.seconds }
    rates[0].push(await runOwnLoad({ ...creates, ...range }))
    rates[1].push(await runOwnLoad({ ...uploads, ...range }))
  }
  return lineOf('small files, against creates, requests/s', rates[0], rates[1], undefined)
}

function lineOf(what: string, base: readonly number[], ours: readonly number[], target: number | undefined): string {
  const percent = (share: number): string => `${Math.round(share * 100)} %`
  const share = median(ours) / median(base)
  const [least, greatest] = spread(ours, base)
  const missed = target !== undefined && share < target ? `: missed by ${Math.ceil((target - share) * 100)} points` : ''
  const verdict = target === undefined ? '' : `≥ ${percent(target)}${missed}`
  const cells = [what, ...[base, ours].map((rates) => String(Math.round(median(rates)))), `**${percent(share)}**`]
  return `| ${[...cells, `${percent(least)}–${percent(greatest)}`, verdict].join(' | ')} |`
}
