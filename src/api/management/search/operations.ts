import { Type } from 'typebox'
import type { Operation } from '../../../foundation/http/operation.ts'
import { PlatformError } from '../../../foundation/kit/errors.ts'
import type { JsonText } from '../../../foundation/kit/json.ts'
import { queryErrors, searchErrors } from '../../../query/index.ts'
import { type Context, operation } from '../../operation.ts'
import { NoParams, orNull, Time, Uuid } from '../../v1/schemas.ts'

const Result = Type.Object({
  type: Type.Enum(['element', 'file']),
  id: Uuid,
  name: Type.String(),
  namespace: orNull(Type.String({ description: 'Namespace of the application; null for a file.' })),
  code: orNull(Type.String({ description: 'Code of the application; null for a file.' })),
  application: orNull(Type.String({ description: 'Title of the application; null for a file.' })),
  directory: orNull(Type.String({ description: 'Id of the directory of the file; null for an element.' })),
  field: Type.String({ description: 'Code of the field that contains the text; `text` for the content of a file.' }),
  fieldName: Type.String({ description: 'Title of the field that contains the text.' }),
  snippet: orNull(Type.String({ description: 'Part of the value, with the text that was found between `**`.' })),
  createdAt: Time,
  holder: orNull(
    Type.Object(
      { namespace: Type.String(), code: Type.String(), id: Uuid, name: Type.String() },
      { description: 'Newest element that holds the file and that the caller sees; null for an element.' },
    ),
  ),
})

export const searchEverything = operation({
  name: 'searchEverything',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/search',
  summary: 'Search elements and files',
  description:
    'Finds elements and files that the caller can see and that are not deleted. Results are ordered by how they ' +
    'match: names equal to `q`, names that begin with `q`, names that contain `q`, other fields with `search: ' +
    'true` that contain `q`, and files whose content contains its words; newest first among equals. Fields that ' +
    'the caller can read in some elements only are not searched. `from` and `size` reach the first 1,000 results.',
  right: 'user',
  inLanguage: true,
  params: NoParams,
  input: Type.Object(
    {
      q: Type.String({ description: 'Text to search for, in upper or lower case; at least three letters or digits.' }),
      from: Type.Optional(
        Type.Integer({ minimum: 0, maximum: 900, description: 'Number of results to skip; 0 by default.' }),
      ),
      size: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 100, description: 'Number of results to return; 20 by default.' }),
      ),
    },
    { additionalProperties: false },
  ),
  result: Type.Object({ results: Type.Array(Result), hasMore: Type.Boolean() }),
  errors: [...searchErrors],
  handle: async ({ input }, { caller, apps }) => ({
    ...(await apps.search.find(caller, input)),
  }),
})

/** Kinds of pages that a quick search finds, in the default order of the results. */
const foundKinds = ['task', 'element', 'process', 'file', 'registration', 'person'] as const
type Kind = (typeof foundKinds)[number]

/** A page of the console. */
interface FoundPage {
  readonly id: string
  readonly title: string
  readonly subtitle: string | null
  readonly address: string
}

type Finder = (context: Context, text: string, size: number) => Promise<FoundPage[]>

type Row = Readonly<Record<string, unknown>> & { readonly id: string }
const rowsOf = ({ items }: { readonly items: JsonText }): readonly Row[] => JSON.parse(items.text)
const contains = (field: string, text: string) => ({ like: [{ field }, { const: text }] })

/** Finds elements or files. Their search needs at least three letters or digits; a shorter text finds none. */
async function bySearch({ apps, caller }: Context, q: string, type: 'element' | 'file', size: number) {
  try {
    const { results } = await apps.search.find(caller, { q, size: 100 })
    return results.filter((result) => result.type === type).slice(0, size)
  } catch (error) {
    if (error instanceof PlatformError && error.code === 'search.too_short') return []
    throw error
  }
}

/** Functions that find pages of each kind by a text, with the rights of the caller. */
const finders: Readonly<Record<Kind, Finder>> = {
  async task({ processes, caller }, text, size) {
    const filter = contains('subject', text)
    const page = await processes.tasks.list(caller, {}, { size, filter })
    return rowsOf(page).map(({ id, subject, template }) => ({
      id,
      title: String(subject),
      subtitle: (template as { readonly name?: string } | null)?.name ?? null,
      address: `/console/tasks/${id}`,
    }))
  },
  async element(context, text, size) {
    const found = await bySearch(context, text, 'element', size)
    return found.map(({ id, name, application, namespace, code }) => ({
      id,
      title: name,
      subtitle: application,
      address: `/console/apps/${namespace}/${code}/${id}`,
    }))
  },
  async file(context, text, size) {
    const found = await bySearch(context, text, 'file', size)
    return found.map(({ id, name, directory }) => ({
      id,
      title: name,
      subtitle: null,
      address: `/console/files/${directory}?file=${id}`,
    }))
  },
  async process({ processes, caller }, text, size) {
    const wanted = text.toLowerCase()
    const visible = await processes.templates.visible(caller)
    return visible
      .map(({ id, name, namespace, code }) => ({ id, name, namespace, code, path: `${namespace}.${code}` }))
      .filter(({ name, path }) => name.toLowerCase().includes(wanted) || path.toLowerCase().includes(wanted))
      .slice(0, size)
      .map(({ id, name, namespace, code, path }) => ({
        id,
        title: name,
        subtitle: path,
        address: `/console/processes/${namespace}/${code}`,
      }))
  },
  async person({ people, caller }, text, size) {
    const filter = { or: [contains('__name', text), contains('login', text)] }
    return rowsOf(await people.users.list(caller, { active: true, size, filter })).map(({ __id, __name, login }) => ({
      id: String(__id),
      title: String(__name || login),
      subtitle: String(login),
      address: `/console/admin/users?id=${__id}`,
    }))
  },
  async registration({ registry, caller }, text, size) {
    const page = await registry.registrations.list(caller, { size, filter: contains('number', text) })
    return rowsOf(page).map(({ id, number, date, nomenclatureId }) => ({
      id,
      title: String(number),
      subtitle: date === null ? null : String(date),
      address: `/console/records/cases/${nomenclatureId}?registration=${id}`,
    }))
  },
}

const Found = Type.Object({
  kind: Type.Enum([...foundKinds]),
  id: Uuid,
  title: Type.String(),
  subtitle: orNull(Type.String({ description: 'Application of an element, process of a task, login of a person …' })),
  address: Type.String({ description: 'Address of the page in the console, such as `/console/tasks/…`.' }),
})

/** Default number of results of each kind. */
const defaultSize = 5

const quickSearch = operation({
  name: 'quickSearch',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/quick-search',
  summary: 'Find pages of the console',
  description:
    'Finds elements, files, tasks that the caller can work on, processes, people and registrations by a part of their ' +
    'name, with the addresses of their pages. Returns only what the caller can see, in the order of `kinds`. Elements ' +
    'and files need a text with at least three letters or digits. `searchEverything` also searches in other fields and ' +
    'in the content of files.',
  right: 'user',
  inLanguage: true,
  params: NoParams,
  input: Type.Object(
    {
      text: Type.String({ minLength: 1, maxLength: 200, description: 'Part of a name, in upper or lower case.' }),
      kinds: Type.Optional(
        Type.Array(Type.Enum([...foundKinds]), {
          minItems: 1,
          maxItems: foundKinds.length,
          description: 'Kinds of results; all kinds by default.',
        }),
      ),
      size: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 20, description: 'Number of results of each kind; 5 by default.' }),
      ),
    },
    { additionalProperties: false },
  ),
  result: Type.Object({ results: Type.Array(Found) }),
  errors: queryErrors,
  handle: async ({ input: { text, kinds = foundKinds, size = defaultSize } }, context) => {
    const results = []
    // The kinds are searched one after another, so that a quick search uses only one connection, as a list does.
    for (const kind of new Set(kinds)) {
      const found = await finders[kind](context, text.trim(), size)
      results.push(...found.map((one) => ({ kind, ...one })))
    }
    return { results }
  },
})

/** Operations of the management API that search for elements, files and pages of the console. */
export const searchOperations: readonly Operation<Context>[] = [searchEverything, quickSearch]
