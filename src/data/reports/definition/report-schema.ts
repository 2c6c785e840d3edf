import { type Static, Type } from 'typebox'
import { codePattern } from '../../../foundation/kit/codes.ts'
import { title } from '../../../solutions/index.ts'
import { fieldTypes } from '../../../values/index.ts'

const closed = { additionalProperties: false }

const columnTypes = fieldTypes.filter(({ asReportColumn }) => asReportColumn).map(({ word }) => word)
const parameterTypes = fieldTypes.filter(({ asReportParameter }) => asReportParameter).map(({ word }) => word)

const code = (description: string) => Type.String({ pattern: `^${codePattern}$`, maxLength: 63, description })
const view = Type.Optional(
  Type.Union([Type.Literal('datetime'), Type.Literal('date'), Type.Literal('time')], {
    description: 'For `datetime`: date and time, only the date, or only the time of day; datetime by default.',
  }),
)
const oneOf = <T extends string>(words: readonly T[], description: string) =>
  Type.Unsafe<T>({ ...Type.Union(words.map((word) => Type.Literal(word))), type: 'string', description })

const Parameter = Type.Object(
  {
    code: code('Code of the parameter, written as `:code` in the SQL.'),
    name: Type.Optional(title('Title of the parameter; the code by default.')),
    type: oneOf(parameterTypes, 'Type of the parameter.'),
    view,
    values: Type.Optional(
      Type.Array(Type.Unknown(), { description: 'For `category`: the values, as in applications.' }),
    ),
    array: Type.Optional(
      Type.Boolean({ description: 'For `category` and `user`: whether several values can be given.' }),
    ),
    required: Type.Optional(Type.Boolean({ description: 'Whether the report needs a value; false by default.' })),
    default: Type.Optional(Type.Unknown({ description: 'Value when none is given; null by default.' })),
  },
  closed,
)

const Column = Type.Object(
  {
    code: code('Code of the column, which is its name in the result of the SQL.'),
    name: Type.Optional(title('Title of the column; the code by default.')),
    type: oneOf(columnTypes, 'Type of the column.'),
    view,
  },
  closed,
)

/** The schema of the YAML file beside the SQL of a report. */
export const ReportFile = Type.Object(
  {
    name: title('Title of the report.'),
    description: Type.Optional(Type.String({ maxLength: 2000, description: 'What the report shows.' })),
    parameters: Type.Optional(Type.Array(Parameter, { maxItems: 50, description: 'Parameters of the SQL.' })),
    columns: Type.Array(Column, { minItems: 1, maxItems: 200, description: 'Columns of the result, in their order.' }),
    sort: Type.Optional(
      Type.Array(
        Type.Object(
          {
            column: code('Code of a column.'),
            ascending: Type.Optional(Type.Boolean({ description: 'True by default.' })),
          },
          closed,
        ),
        { maxItems: 10, description: 'Default order of the rows; the columns from left to right by default.' },
      ),
    ),
    access: Type.Optional(
      Type.Object(
        {
          rows: Type.Optional(
            oneOf(
              ['caller', 'all'],
              'Rows that the SQL reads: those that the caller may see (the default), or all rows; `all` needs `to`.',
            ),
          ),
          to: Type.Optional(
            Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
              minItems: 1,
              maxItems: 100,
              uniqueItems: true,
              description: 'Groups that may run the report, or `everyone`; everyone who sees the namespace by default.',
            }),
          ),
        },
        closed,
      ),
    ),
  },
  { ...closed, title: 'Chancery: report' },
)
export type ReportFile = Static<typeof ReportFile>
