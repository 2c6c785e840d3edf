import { aFile, rootId } from '../src/api/v1/disk/files.fixture.ts'
import { allUsers } from '../src/api/v1/scheme/groups/groups.fixture.ts'
import { applyFiles } from '../src/api/v1/scheme/scheme.fixture.ts'
import { bpmn, element, end, extensions, flows, gateway, start, user } from '../src/process/engine/process.fixture.ts'
import { fieldTypes, valueTypes, variableTypes } from '../src/values/index.ts'
import { type Sample, type SampleIds, samples } from '../src/values/samples.fixture.ts'
import { made } from './everything.ts'
import { type Call, startEmptyPlatform, type TestPlatform } from './platform.ts'

/** Addresses of the applications: `samples` has a field `f_TYPE` of every type, and refers to `targets`. */
export const sampleElements = '/pub/v1/app/kinds/samples'
const targets = '/pub/v1/app/kinds/targets'

/** A server with one definition of each kind that uses values: every type occurs wherever it can occur. */
export interface TypesScene extends TestPlatform {
  readonly ids: SampleIds
  /** The samples of all types that have values of their own, by the words of the types. */
  readonly samples: ReadonlyMap<string, Sample>
}

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/**
 * Starts the server and deploys a solution that is made of the samples: `files` returns its files, besides the application
 * to which samples refer.
 */
export async function startTypes(
  files: (known: TypesScene['samples']) => SolutionFiles = filesOf,
): Promise<TypesScene> {
  const started = await startEmptyPlatform()
  const { call } = started
  await applyFiles(call, base)
  const ids = await idsOf(started)
  const known = new Map(Object.entries(samples).map(([word, sampleOf]) => [word, sampleOf(ids)]))
  await applyFiles(call, { ...base, ...files(known) })
  return { ...started, ids, samples: known }
}

/** The texts of the files of a solution, by their paths. */
export type SolutionFiles = Readonly<Record<string, string>>

async function idsOf({ call, platform }: TestPlatform): Promise<SampleIds> {
  const id = await platform.context.people.administrator()
  const target = await made(call, targets, { __name: 'Target' })
  const name = target.__createdBy === id ? await nameOf(call, id) : ''
  return {
    user: { id, name },
    group: allUsers,
    orgItem: '0b6f7b2e-2f0f-4f5a-9c53-0123456789ab',
    ...(await filesBy(call)),
    directory: rootId,
    element: { namespace: 'kinds', code: 'targets', id: target.__id, name: 'Target' },
  }
}

/** Uploads the files of the samples; only their owner may use them. */
export async function filesBy(call: Call): Promise<Pick<SampleIds, 'file' | 'image'>> {
  return {
    file: (await aFile(call, 'a file', 'file.txt')).__id,
    image: (await aFile(call, picture, 'image.png')).__id,
  }
}

async function nameOf(call: Call, id: string): Promise<string> {
  const answer = await call('POST', '/pub/v1/user/list', { filter: { tf: { __id: id } } })
  return answer.body.result.result[0].__name
}

const base = {
  'solution.yaml': 'code: kinds\nname: Kinds\nversion: 1.0.0\n',
  'namespaces/kinds/namespace.yaml': 'name: Kinds\n',
  'namespaces/kinds/apps/targets.yaml': 'name: Targets\nfields: []\n',
}

/** Returns the samples of the types that have this use. */
function having<K extends keyof Sample>(known: ReadonlyMap<string, Sample>, use: K) {
  return [...known].flatMap(([word, sample]) => {
    const value = sample[use]
    return value === undefined ? [] : [[word, value as NonNullable<Sample[K]>, sample] as const]
  })
}

export const yaml = (value: unknown): string => `${JSON.stringify(value)}\n`

/** Returns a field of every type, whose code is `prefix` and the word of the type. */
export const fieldsOf = (known: ReadonlyMap<string, Sample>, prefix: string) =>
  fieldTypes.map(({ word }) => ({ code: `${prefix}${word}`, type: word, ...known.get(word)?.settings }))

function filesOf(known: ReadonlyMap<string, Sample>): SolutionFiles {
  const fields = fieldsOf(known, 'f_')
  const named = having(known, 'inName').map(([word]) => `{$f_${word}}`)
  const columns = having(known, 'asReportColumn')
  const parameters = having(known, 'asReportParameter')
  const inputs = having(known, 'asInputs').flatMap(([, all, { settings }]) =>
    Object.keys(all).map((word) => ({ code: `i_${word}`, type: word, ...settings })),
  )
  const placeholders = [
    ...having(known, 'inDocuments').map(([word]) => `f_${word}`),
    ...inputs.map(({ code }) => code),
  ].map((code) => `<p>${code}: {{${code}}}</p>`)
  return {
    'namespaces/kinds/apps/samples.yaml': yaml({
      name: 'Samples',
      nameTemplate: named.join('|'),
      fields: [...fields, { code: 'documents', type: 'file', array: true }],
      statuses: [{ code: 'draft', name: 'Draft' }],
    }),
    'namespaces/kinds/reports/all.yaml': yaml({
      name: 'All',
      columns: columns.map(([word]) => ({ code: `c_${word}`, type: word })),
      parameters: parameters.map(([word, , { settings }]) => ({ code: `p_${word}`, type: word, ...settings })),
    }),
    'namespaces/kinds/reports/all.sql': `select ${columns.map(([word, [sql]]) => `${sql} as c_${word}`).join(', ')}
      from bi.kinds_targets where ${parameters.map(([word, [, condition]]) => filled(condition, `:p_${word}`)).join(' and ')}`,
    'namespaces/kinds/apps/samples/doctemplates/all.html': placeholders.join('\n'),
    'namespaces/kinds/apps/samples/doctemplates/all.yaml': yaml({ name: 'All', field: 'documents', inputs }),
    'namespaces/kinds/processes/all.bpmn': processOf(known),
  }
}

const filled = (condition: string, name: string): string => condition.replaceAll(/\bX\b/g, name)

/**
 * A process with a variable `v_TYPE` of each type, which its task asks for, a variable `c_TYPE` to which an expression
 * copies the value, and a variable `t_TYPE` that says whether the condition of the sample holds.
 */
function processOf(known: ReadonlyMap<string, Sample>): string {
  const conditions = having(known, 'asVariables').flatMap(([, all]) =>
    Object.entries(all).map(([word, [, condition]]) => [word, filled(condition, `v_${word}`)] as const),
  )
  const words = [...variableTypes.keys()]
  const declared = words.flatMap((word) => [
    variable(`v_${word}`, word, known),
    variable(`c_${word}`, word, known),
    `<chancery:variable name="t_${word}" type="boolean"/>`,
  ])
  const form = `<chancery:form>${words.map((word) => `<chancery:field name="v_${word}"/>`).join('')}</chancery:form>`
  const copies = words.map((word) => `<chancery:output name="c_${word}" value="v_${word}"/>`)
  const tests = conditions.map(([word, text]) => `<chancery:output name="t_${word}" value="${escaped(text)}"/>`)
  return bpmn([
    extensions(declared.join('')),
    start(),
    user('fill', '', form),
    element('task', 'copy', extensions([...copies, ...tests].join(''))),
    gateway('exclusive', 'choose', 'default="choose-no"'),
    end('yes'),
    end('no'),
    flows(
      's > fill > copy > choose',
      'choose > no',
      `choose > yes [${conditions.map(([, text]) => text).join(' and ')}]`,
    ),
  ])
}

const escaped = (text: string): string => text.replaceAll('"', '&quot;').replaceAll('<', '&lt;')

function variable(name: string, word: string, known: ReadonlyMap<string, Sample>): string {
  const { needs } = variableTypes.get(word)!
  const { settings = {} } = known.get(typeOf(word)) ?? {}
  const values = (settings.values ?? []) as readonly { code: string; name: string }[]
  const columns = (settings.columns ?? []) as readonly { code: string; type: string }[]
  const inside = {
    application: '',
    values: values.map((one) => `<chancery:value code="${one.code}" name="${one.name}"/>`).join(''),
    columns: columns
      .map(({ code, type }) => `<chancery:column name="${code}" type="${type === 'number' ? 'integer' : type}"/>`)
      .join(''),
    '': '',
  }[needs ?? '']
  const of = needs === 'application' ? ` of="${settings.to}"` : ''
  return `<chancery:variable name="${name}" type="${word}"${of}>${inside}</chancery:variable>`
}

const typeOf = (variableWord: string): string =>
  valueTypes.find(({ asVariables = {} }) => Object.hasOwn(asVariables, variableWord))!.word
