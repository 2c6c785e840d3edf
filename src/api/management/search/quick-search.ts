import { Type } from 'typebox'
import { queryErrors } from '../../../query/index.ts'
import { operation } from '../../operation.ts'
import { NoParams, orNull, Uuid } from '../../v1/schemas.ts'
import { finders, foundKinds } from './find-by-kind.ts'

const Found = Type.Object({
  kind: Type.Enum([...foundKinds]),
  id: Uuid,
  title: Type.String(),
  subtitle: orNull(Type.String({ description: 'Application of an element, process of a task, login of a person …' })),
  address: Type.String({ description: 'Address of the page in the console, such as `/console/tasks/…`.' }),
})

/** Number of results of each kind by default. */
const defaultSize = 5

export const quickSearch = operation({
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
