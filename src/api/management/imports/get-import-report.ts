import { Type } from 'typebox'
import { importNotFound, reportTooLarge, unknownFile } from '../../../data/index.ts'
import { wrongInput } from '../../../foundation/http/errors.ts'
import { JsonText } from '../../../foundation/kit/json.ts'
import { operation } from '../../operation.ts'
import { AnyObject, IdParams } from '../../v1/schemas.ts'

/** Maximum length of a report, because the whole report is held in memory. */
const maxReportChars = 64 * 1024 * 1024
const results = ['created', 'updated', 'unchanged', 'failed'] as const

export const getImportReport = operation({
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
