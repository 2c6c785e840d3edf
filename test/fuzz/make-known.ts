import { bpmn, end, extensions, flows, start, user } from '../../src/process/engine/process.fixture.ts'
import { writeZip } from '../../src/solutions/files/write-zip.ts'
import { assertDone, item, parts, things } from '../everything.ts'
import type { Body, Call } from '../platform.ts'
import type { Known } from './known.ts'
import { copies } from './known.ts'

/** A solution with a contract, a report, letters that are registered, a document template and a process. */
const files = [
  ['solution.yaml', 'code: fuzz\nname: Fuzz\nversion: 1.0.0\ndependencies: [everything]\n'],
  ['namespaces/fuzz/namespace.yaml', 'name: Fuzz\n'],
  [
    'namespaces/fuzz/apps/letters.yaml',
    `name: Letters
fields: [{ code: subject, type: string, search: true }, { code: scan, type: file, array: true }]
registration: {}
`,
  ],
  [
    'namespaces/fuzz/contracts/papers.yaml',
    `name: Papers
fields: [{ code: subject, type: string }]
sources: [{ application: fuzz.letters, fields: { subject: subject } }]
default: fuzz.letters
`,
  ],
  [
    'namespaces/fuzz/reports/subjects.yaml',
    `name: Subjects
parameters: [{ code: part, type: string }, { code: least, type: number }]
columns: [{ code: subject, type: string }, { code: count, type: number }]
`,
  ],
  [
    'namespaces/fuzz/reports/subjects.sql',
    `select l.subject, count(*) as count from bi.fuzz_letters l
where (:part is null or l.subject like '%' || :part || '%') group by l.subject having count(*) >= coalesce(:least, 0)`,
  ],
  ['namespaces/fuzz/apps/letters/doctemplates/reply.yaml', 'name: Reply\nfield: scan\nfileName: Reply\n'],
  ['namespaces/fuzz/apps/letters/doctemplates/reply.html', '<p>{{subject}}</p>'],
  [
    'namespaces/fuzz/processes/check.bpmn',
    bpmn([
      extensions('<chancery:variable name="note" type="string"/>'),
      start(),
      user('check'),
      end(),
      flows('s > check > e'),
    ]),
  ],
] as const

/** Creates the things that requests ask for and change. */
export async function makeKnown(call: Call, userId: string): Promise<Known> {
  const part = item(await call('POST', `${parts}/create`, { context: { code: 'bolt' } })).__id
  const thing = item(await call('POST', `${things}/create`, { context: { title: 'The one' } })).__id
  assertDone(await call('POST', '/api/v1/solutions/apply', await writeZip(new Map(files))))
  const known: Record<string, string> = { thing, part, user: userId }
  for (let copy = 0; copy < copies; copy++) {
    for (const [name, id] of Object.entries(await oneOfEach(call, userId, copy))) known[`${name}${copy}`] = id
  }
  return known as unknown as Known
}

/** Creates a case with a registration, a sheet, an instance with its task, and more; returns the ids by their names. */
async function oneOfEach(call: Call, userId: string, copy: number): Promise<Record<string, string>> {
  const done = async (method: string, path: string, body?: unknown): Promise<Body> => {
    const answer = await call(method, path, body)
    assertDone(answer)
    return answer.body
  }
  const nomenclature = '/pub/v1/nomenclature'
  const office = (await done('POST', `${nomenclature}/directory`, { type: 'place', name: `Office ${copy}` })).item.id
  const settings = { reserveEnabled: true, editAfterRegistration: true }
  const inOffice = { name: 'Letters', directoryId: office, docflow: 'input', index: `0${copy}` }
  const caseId = (await done('POST', nomenclature, { ...inOffice, registrationSettings: settings })).item.id
  const [hash, form] = [crypto.randomUUID(), new FormData()]
  form.append('file', new Blob([`text ${copy}`]), 'scan.txt')
  await done('POST', `/pub/v1/disk/file/upload?hash=${hash}`, form)
  const context = { subject: `letter ${copy}`, scan: [{ hash, name: 'scan.txt' }] }
  const letter = (await done('POST', '/pub/v1/app/fuzz/letters/create', { context })).item
  const about = { namespace: 'fuzz', code: 'letters' }
  const registered = await done('POST', '/api/v1/registrations', { ...about, id: letter.__id, caseId })
  const stages = [{ respondents: [{ type: 'user', id: userId }] }]
  const type = copy % 2 === 0 ? 'approval' : 'familiarization'
  const { sheet } = await done('POST', '/api/v1/sheets', { ...about, type, elementId: letter.__id, stages })
  const { context: instance } = await done('POST', '/pub/v1/bpm/template/fuzz/check/run', { context: {} })
  const tasks = await done('GET', `/api/v1/tasks?instanceId=${instance.__id}`)
  const group = await done('POST', '/pub/v1/scheme/namespaces/global/groups', { __name: `Group ${copy}` })
  return {
    office,
    case: caseId,
    letter: letter.__id,
    file: letter.scan[0],
    registration: registered.item.id,
    sheet: sheet.id,
    respondent: sheet.respondents[0].id,
    instance: instance.__id,
    task: tasks.result.result[0].id,
    group: group.group.__id,
  }
}
