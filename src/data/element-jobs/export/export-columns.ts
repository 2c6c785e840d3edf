import { didYouMean } from '../../../foundation/kit/nearest.ts'
import { type Projection, readProjection, type SourceField } from '../../../query/index.ts'
import { fieldUnknown } from '../../../values/index.ts'
import type { OpenedApplication } from '../../elements/source/opened-application.ts'

/**
 * Returns the columns of an exported file: the fields with these codes, or by default the name, the status and all fields
 * of the application that the caller can read. Throws `field.unknown`.
 */
export function exportColumns(
  { visible, source }: Pick<OpenedApplication, 'visible' | 'source'>,
  codes?: readonly string[],
): SourceField[] {
  const status = visible.statuses.length > 0 ? ['__status'] : []
  const wanted = codes ?? ['__name', ...status, ...visible.fields.keys()]
  return [...new Set(wanted)].map((code) => {
    const field = source.fields.get(code)
    if (field !== undefined) return field
    throw fieldUnknown(`unknown field "${code.slice(0, 100)}"${didYouMean(code, source.fields.keys())}`, {
      field: 'fields',
    })
  })
}

/** Returns the projection that loads the columns. References are loaded with the names of their targets. */
export function exportProjection(columns: readonly SourceField[]): Projection | undefined {
  const entries = columns.map(({ field, target }) => [field.code, target?.() ? { __name: true } : true])
  return readProjection({ __id: true, ...Object.fromEntries(entries) })
}
