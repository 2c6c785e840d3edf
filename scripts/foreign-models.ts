/**
 * Publishes the BPMN files of other tools in an empty installation with an embedded database and prints a table:
 * `npm run foreign-models -- FOLDER [--refusals]`. Every `.bpmn` file below FOLDER is published as the HTTP operation
 * does it, first unchanged and, if it is refused, with the settings of other engines rewritten. A file whose processes
 * all say `isExecutable="false"` is a drawing, and counts only if it is published. Fails if less than 95 % of the other
 * files are published, or if a file is answered with a status of 500 or more.
 */
import { globSync, readFileSync } from 'node:fs'
import { applyFiles } from '../src/api/v1/scheme/scheme.fixture.ts'
import { type Answer, startEmptyPlatform } from '../test/platform.ts'
import { rewriteForeignModel } from './rewrite-foreign-model.ts'

const minPublishedShare = 0.95

interface Counts {
  files: number
  unchanged: number
  rewritten: number
  'with warnings': number
  refused: number
  drawings: number
  faults: number
}

const counts: Record<string, Counts> = {}
/** The files that were refused, by the first reason. */
const refusals = new Map<string, string[]>()
const faults: string[] = []

const [folder = '', option] = process.argv.slice(2)
await using server = await startEmptyPlatform()
await applyFiles(server.call, {
  'solution.yaml': 'code: foreign\nname: Foreign\nversion: 1.0.0\n',
  'namespaces/foreign/namespace.yaml': 'name: Foreign\n',
})

let published = 0
async function publish(file: string | Uint8Array): Promise<Answer> {
  const answer = await server.call('POST', `/api/v1/processes/foreign/model${++published}/publish`, file)
  if (answer.status >= 500) throw new Error(`answered ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer
}
const isDone = ({ status }: Answer): boolean => status < 400

async function count(path: string, source: Counts): Promise<void> {
  const bytes = readFileSync(path)
  let answer = await publish(bytes)
  const isUnchanged = isDone(answer)
  if (!isUnchanged) answer = await publish(rewritten(bytes) ?? bytes)
  if (isDone(answer)) {
    source[isUnchanged ? 'unchanged' : 'rewritten']++
    if (answer.body.warnings.length > 0) source['with warnings']++
  } else if (isDrawing(bytes.toString())) source.drawings++
  else {
    source.refused++
    const reason = reasonOf(answer)
    refusals.set(reason, [...(refusals.get(reason) ?? []), path])
  }
}

/** Returns the file with rewritten settings of other engines; undefined if it is not well-formed XML. */
function rewritten(bytes: Uint8Array): string | undefined {
  try {
    return rewriteForeignModel(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

function isDrawing(xml: string): boolean {
  const processes = xml.match(/<(\w+:)?process\b[^>]*>/g) ?? []
  return processes.every((tag) => /isExecutable="false"/.test(tag))
}

/** Returns the first reason of a refusal, without the names in it. */
const reasonOf = ({ body }: Answer): string =>
  String(body.problems?.[0]?.message ?? body.error).replace(/"[^"]*"/g, '"…"')

for (const path of globSync(`${folder}/**/*.bpmn`).sort()) {
  const name = path.slice(folder.length).split('/').filter(Boolean).slice(0, -1)[0] ?? '.'
  const none = { files: 0, unchanged: 0, rewritten: 0, 'with warnings': 0, refused: 0, drawings: 0, faults: 0 }
  counts[name] ??= none
  const source = counts[name]
  source.files++
  try {
    await count(path, source)
  } catch (error) {
    source.faults++
    faults.push(`${path}: ${error}`)
  }
}

const sum = (key: keyof Counts): number => Object.values(counts).reduce((all, source) => all + source[key], 0)
const done = sum('unchanged') + sum('rewritten')
const expected = sum('files') - sum('drawings')
for (const [reason, files] of [...refusals].sort(([, a], [, b]) => b.length - a.length)) {
  console.log(
    `${files.length} refused: ${reason}\n  ${(option === '--refusals' ? files : files.slice(0, 1)).join('\n  ')}`,
  )
}
for (const fault of faults) console.log(`fault: ${fault}`)
console.table(counts)
console.log(`published: ${done} of ${expected} files that are not drawings`)
if (expected === 0 || done < minPublishedShare * expected || faults.length > 0) {
  console.error(`failed: less than ${minPublishedShare * 100} % are published, or there are faults`)
  process.exitCode = 1
}
