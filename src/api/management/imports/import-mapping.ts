import { Type } from 'typebox'
import { applicationNotFound, applicationReadOnly, wrongMapping, wrongOption } from '../../../data/index.ts'
import { notAllowed } from '../../../foundation/http/errors.ts'
import { operation } from '../../operation.ts'
import { ImportInput } from '../../v1/app/import-elements.ts'
import { ApplicationParams, orNull } from '../../v1/schemas.ts'

const { mode, key } = ImportInput.properties
const Mapping = Type.Record(Type.String(), Type.String({ minLength: 1, maxLength: 255 }), {
  description: 'Field code for each column title.',
})
const path = '/api/v1/import-mappings/{namespace}/{code}'
const result = Type.Object({
  mapping: Mapping,
  mode: orNull(Type.Enum(['create', 'update', 'upsert'])),
  key: Type.Array(Type.String()),
})
const errors = [applicationNotFound, applicationReadOnly, notAllowed]

interface Saved {
  readonly mapping: Readonly<Record<string, string>>
  readonly mode?: 'create' | 'update' | 'upsert' | undefined
  readonly key?: readonly string[] | undefined
}
const shown = ({ mapping, mode = undefined, key = [] }: Saved) => ({ mapping, mode: mode ?? null, key: [...key] })

export const getImportMapping = operation({
  name: 'getImportMapping',
  area: 'Management',
  methods: ['GET'],
  path,
  summary: 'Get the saved mapping of imports into an application',
  description: 'Returns the mapping that the caller saved last; an empty one when there is none.',
  right: 'user',
  params: ApplicationParams,
  result,
  errors,
  handle: async ({ params }, { caller, apps }) =>
    shown((await apps.imports.mapping(caller, params)) ?? { mapping: {} }),
})

export const putImportMapping = operation({
  name: 'putImportMapping',
  area: 'Management',
  methods: ['PUT'],
  path,
  summary: 'Save the mapping of imports into an application',
  description:
    'Saves the mapping for the next import of the caller into the application, in place of the previous one.',
  right: 'user',
  params: ApplicationParams,
  input: Type.Object({ mapping: Mapping, mode, key }),
  result,
  errors: [...errors, wrongMapping, wrongOption],
  handle: async ({ params, input }, { caller, apps }) => shown(await apps.imports.saveMapping(caller, params, input)),
})
