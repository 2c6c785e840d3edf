import { Type } from 'typebox'
import {
  applicationNotFound,
  applicationReadOnly,
  fileUnreadable,
  unknownFile,
  wrongOption,
} from '../../../data/index.ts'
import { notAllowed } from '../../../foundation/http/errors.ts'
import { operation } from '../../operation.ts'
import { ImportInput } from '../../v1/app/import-elements.ts'
import { NoParams, orNull } from '../../v1/schemas.ts'
import { applicationAddress } from './application-path.ts'

const { format, sheet, encoding, delimiter, header } = ImportInput.properties

export const previewImport = operation({
  name: 'previewImport',
  cost: 'heavy',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/imports/preview',
  summary: 'Preview a file to import',
  description:
    'Reads the first rows of an uploaded file as an import would, and suggests a field for each column: by the saved ' +
    'mapping of the caller, or by the title. Writes nothing. Requires the right `import`.',
  right: 'user',
  params: NoParams,
  input: Type.Object({
    application: Type.String({ maxLength: 500, description: 'Path of the application, such as `ref.counterparties`.' }),
    fileHash: Type.String({ maxLength: 100, description: 'Hash under which the caller uploaded the file.' }),
    ...{ format, sheet, encoding, delimiter, header },
  }),
  result: Type.Object({
    format: Type.Enum(['csv', 'xlsx', 'jsonl']),
    sheets: Type.Array(Type.String(), { description: 'Names of the visible sheets of an XLSX file.' }),
    columns: Type.Array(
      Type.Object({
        name: Type.String({ description: 'Title of the column.' }),
        field: orNull(Type.String({ description: 'Code of the field that the column fits; null when none does.' })),
        samples: Type.Array(Type.String()),
      }),
    ),
    rows: Type.Array(Type.Array(orNull(Type.String())), { description: 'First 20 rows; null for an empty cell.' }),
    total: orNull(Type.Integer({ description: 'Number of rows; null for a file with more than 100,000 rows.' })),
  }),
  errors: [applicationNotFound, applicationReadOnly, notAllowed, unknownFile, fileUnreadable, wrongOption],
  handle: async ({ input: { application, ...input } }, { caller, apps }) => ({
    ...(await apps.imports.preview(caller, applicationAddress(application), input)),
  }),
})
