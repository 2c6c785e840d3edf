import { Type } from 'typebox'
import {
  alreadyRunning,
  applicationNotFound,
  applicationReadOnly,
  fileUnreadable,
  importNotFound,
  notCancellable,
  notUndoable,
  reportTooLarge,
  unknownFile,
  wrongOption,
} from '../../../data/index.ts'
import { notAllowed, wrongInput } from '../../../foundation/http/errors.ts'
import type { Operation } from '../../../foundation/http/operation.ts'
import { splitPath } from '../../../foundation/kit/codes.ts'
import { JsonText } from '../../../foundation/kit/json.ts'
import { type Context, operation } from '../../operation.ts'
import { ImportInput } from '../../v1/app/import-elements.ts'
import { ImportStatus } from '../../v1/app/import-status.ts'
import { AnyObject, IdParams, NoParams, orNull, Uuid } from '../../v1/schemas.ts'
import { getImportMapping, putImportMapping } from './import-mapping.ts'

const listImports = operation({
  name: 'listImports',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/imports',
  summary: 'List imports',
  description: 'Returns the newest imports that the caller has started. Administrators see the imports of all users.',
  right: 'user',
  params: NoParams,
  input: Type.Object({
    application: Type.Optional(
      Type.String({ maxLength: 500, description: 'Path of the application; without it, all applications.' }),
    ),
    size: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, description: 'Maximum number of imports; 20 by default.' }),
    ),
  }),
  result: Type.Object({ imports: Type.Array(ImportStatus) }),
  errors: [applicationNotFound, applicationReadOnly],
  handle: async ({ input: { application, size = 20 } }, { caller, apps }) => ({
    imports: await apps.imports.list(caller, {
      size,
      ...(application !== undefined && { application: splitPath(application) }),
    }),
  }),
})

const { format, sheet, encoding, delimiter, header } = ImportInput.properties

const previewImport = operation({
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
    ...(await apps.imports.preview(caller, splitPath(application), input)),
  }),
})

const getImport = operation({
  name: 'getImport',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/imports/{id}',
  summary: 'Get an import',
  description: 'Returns the status of the import with its application, file and options.',
  right: 'user',
  params: IdParams,
  result: Type.Object({ status: ImportStatus }),
  errors: [importNotFound],
  handle: async ({ params }, { caller, apps }) => ({ status: await apps.imports.get(caller, params.id) }),
})

/** Maximum length of a report in characters. The whole report is held in memory. */
const maxReportChars = 64 * 1024 * 1024
const results = ['created', 'updated', 'unchanged', 'failed'] as const

const getImportReport = operation({
  name: 'getImportReport',
  cost: 'heavy',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/imports/{id}/report',
  summary: 'Get the report of an import as CSV',
  description:
    'Returns the columns of the source file, followed by `__row`, `__result`, `__id` and `__error`. With ' +
    '`result=failed` the report contains only the rows that failed; it can be corrected and imported. Reports are ' +
    'kept for seven days.',
  right: 'user',
  params: IdParams,
  query: Type.Object({ result: Type.Optional(Type.Enum([...results])) }),
  result: AnyObject,
  media: 'text/csv; charset=utf-8',
  errors: [importNotFound, unknownFile, reportTooLarge],
  handle: async ({ params, query, reply }, { caller, apps }) => {
    const result = results.find((known) => known === query.result)
    if (query.result && !result) throw wrongInput(`"result" must be one of ${results.join(', ')}`, { field: 'result' })
    const pieces = await apps.imports.report(caller, params.id, result && { result })
    const text = await joined(pieces)
    reply.header('content-disposition', `attachment; filename="import-${params.id}.csv"`)
    return new JsonText(text)
  },
})

async function joined(pieces: AsyncIterable<string>): Promise<string> {
  const kept: string[] = []
  let chars = 0
  for await (const piece of pieces) {
    kept.push(piece)
    chars += piece.length
    if (chars > maxReportChars)
      throw reportTooLarge('the report is too large; ask for ?result=failed, or split the file')
  }
  return kept.join('')
}

const cancelImport = operation({
  name: 'cancelImport',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/imports/{id}/cancel',
  summary: 'Cancel an import',
  description:
    'Rows that are already written stay, and can be undone. Allowed for the user who started the import and for ' +
    'administrators.',
  right: 'user',
  params: IdParams,
  result: Type.Object({ status: ImportStatus }),
  errors: [importNotFound, notCancellable],
  handle: async ({ params }, { caller, apps }) => ({ status: await apps.imports.cancel(caller, params.id) }),
})

const Kept = Type.Object({ id: Uuid, row: Type.Integer(), reason: Type.String() })

const undoImport = operation({
  name: 'undoImport',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/imports/{id}/undo',
  summary: 'Undo an import',
  description:
    'Deletes the elements that the import created and restores the values that it changed. Elements that someone ' +
    'has changed since are kept and listed in `kept`. An interrupted undo continues when the request is repeated.',
  right: 'user',
  params: IdParams,
  result: Type.Object({ undone: Type.Integer(), kept: Type.Array(Kept) }),
  errors: [importNotFound, notUndoable, alreadyRunning],
  handle: async ({ params }, { caller, apps }) => ({ ...(await apps.imports.undo(caller, params.id)) }),
})

/** Operations of the management API on imports. */
export const importOperations: readonly Operation<Context>[] = [
  listImports,
  previewImport,
  getImport,
  getImportReport,
  cancelImport,
  undoImport,
  getImportMapping,
  putImportMapping,
]
