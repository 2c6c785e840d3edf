import { type Static, Type } from 'typebox'
import type { KnownReport } from '../../../data/index.ts'
import type { Field } from '../../../values/index.ts'
import { orNull } from '../../v1/schemas.ts'

const field = {
  code: Type.String(),
  name: Type.String({ description: 'Title for people.' }),
  type: Type.String({ description: 'Type, as in the file of the report.' }),
  view: Type.Optional(Type.String({ description: 'For `datetime`: datetime, date or time.' })),
}

export const ReportView = Type.Object(
  {
    namespace: Type.String(),
    code: Type.String(),
    name: Type.String({ description: 'Title of the report.' }),
    description: Type.String(),
    solution: orNull(Type.String({ description: 'Solution of the report; null for reports of the platform.' })),
    parameters: Type.Array(
      Type.Object({
        ...field,
        required: Type.Boolean(),
        array: Type.Boolean({ description: 'Whether several values can be given.' }),
        default: Type.Unknown({ description: 'Value when none is given.' }),
        values: Type.Optional(Type.Array(Type.Object({ code: Type.String(), name: Type.String() }))),
      }),
    ),
    columns: Type.Array(Type.Object(field)),
    sort: Type.Array(Type.Object({ column: Type.String(), ascending: Type.Boolean() }), {
      description: 'Default order of the rows.',
    }),
    rows: Type.String({ description: 'Rows that the report reads: those of the `caller`, or `all`.' }),
  },
  { title: 'Report' },
)

/** Returns a report as the management API shows it. */
export function reportView({ report, solution }: KnownReport): Static<typeof ReportView> {
  const { namespace, code, name, description, parameters, columns, sort, rows } = report
  return {
    namespace,
    code,
    name,
    description,
    solution,
    parameters: [...parameters.values()].map((parameter) => ({
      ...viewOf(parameter),
      required: parameter.required,
      array: parameter.array,
      default: parameter.defaultValue,
      ...(parameter.values && { values: [...parameter.values.byCode.values()].map((value) => ({ ...value })) }),
    })),
    columns: [...columns.values()].map(viewOf),
    sort: sort.map(({ field: column, ascending }) => ({ column, ascending })),
    rows,
  }
}

function viewOf({ code, name, type, settings: { view } }: Field) {
  return { code, name, type: type.word, ...(typeof view === 'string' && { view }) }
}
