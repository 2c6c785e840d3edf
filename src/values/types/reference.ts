import { Type } from 'typebox'
import { splitPath } from '../../foundation/kit/codes.ts'
import { isObject } from '../../foundation/kit/json.ts'
import type { Field } from '../field-type.ts'
import { idListType } from './id-list.ts'

const code = '[a-zA-Z_][a-zA-Z0-9_]*'

/** References to elements of one application, stored as a list of their ids even when the field holds only one. */
export const referenceType = idListType({
  code: 'SYS_COLLECTION',
  word: 'reference',
  settings: Type.Object({
    to: Type.Union(
      [
        Type.String({ pattern: `^${code}\\.${code}$` }),
        Type.Object(
          { namespace: Type.String({ pattern: `^${code}$` }), code: Type.String({ pattern: `^${code}$` }) },
          { additionalProperties: false },
        ),
      ],
      { description: 'Path (`namespace.code`) of the application whose elements the field refers to.' },
    ),
  }),
  readSettings: ({ to, ...settings }) => {
    if (isObject(to)) return { ...settings, to: { namespace: to.namespace!, code: to.code! } }
    return { ...settings, to: { ...splitPath(String(to)) } }
  },
  refersTo(field: Field) {
    const { namespace, code } = field.settings.to as { namespace: string; code: string }
    return { to: 'element', namespace, code }
  },
  asVariables: { element: { needs: 'application' } },
  asReportColumn: undefined,
  asReportParameter: undefined,
})
