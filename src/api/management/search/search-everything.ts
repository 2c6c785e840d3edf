import { Type } from 'typebox'
import { searchErrors } from '../../../query/index.ts'
import { operation } from '../../operation.ts'
import { NoParams, orNull, Time, Uuid } from '../../v1/schemas.ts'

const Result = Type.Object({
  type: Type.Enum(['element', 'file']),
  id: Uuid,
  name: Type.String(),
  namespace: orNull(Type.String({ description: 'Section of the application; null for a file.' })),
  code: orNull(Type.String({ description: 'Code of the application; null for a file.' })),
  application: orNull(Type.String({ description: 'Title of the application; null for a file.' })),
  directory: orNull(Type.String({ description: 'Directory of the file; null for an element.' })),
  field: Type.String({ description: 'Code of the field that contains the text; `text` for the content of a file.' }),
  fieldName: Type.String({ description: 'Title of that field.' }),
  snippet: orNull(Type.String({ description: 'Part of the value, with the text that was found between `**`.' })),
  createdAt: Time,
})

export const searchEverything = operation({
  name: 'searchEverything',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/search',
  summary: 'Search elements and files',
  description:
    'Finds elements and files that the caller may see and that are not deleted: names equal to `q` first, then names that ' +
    'begin with it, names that contain it, other fields with `search: true` that contain it, and files whose content has ' +
    'its words. The newest come first among equals. `q` has at least three letters or digits; `from` and `size` reach the ' +
    'first 1,000 results. Fields that the caller may read in some elements only are not searched.',
  right: 'user',
  params: NoParams,
  input: Type.Object(
    {
      q: Type.String({ description: 'Text to search for, in upper or lower case.' }),
      from: Type.Optional(Type.Integer({ minimum: 0, maximum: 900, description: 'Results to leave out. Default: 0.' })),
      size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Results to answer. Default: 20.' })),
    },
    { additionalProperties: false },
  ),
  result: Type.Object({ results: Type.Array(Result), hasMore: Type.Boolean() }),
  errors: [...searchErrors],
  handle: async ({ input }, { caller, apps }) => ({
    ...(await apps.search.find(caller, input)),
  }),
})
