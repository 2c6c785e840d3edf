import { typeNamed } from '../fields/field-types.ts'
import type { ReportColumn } from './report-fields.ts'
import type { Row } from './report-queries.ts'

/** The columns that a chart of a report shows. */
export interface ChartData {
  /** Column with the labels of the points. */
  readonly label: ReportColumn
  /** Columns of numbers that the chart can show. */
  readonly numbers: readonly ReportColumn[]
}

const maxPoints = 60

/**
 * Chooses the columns that a chart of a report shows. Columns of texts or dates can be labels up to the first column
 * of numbers that follows one of them; the last one that has a different value in every row is taken. The chart can
 * show all columns of numbers after it. Returns undefined when there is no such label column, or when there are fewer
 * than two rows or too many.
 */
export function chartData(columns: readonly ReportColumn[], rows: readonly Row[]): ChartData | undefined {
  if (rows.length < 2 || rows.length > maxPoints) return undefined
  const isNumber = ({ type }: ReportColumn) => typeNamed(type).inCharts === 'number'
  const isLabel = (column: ReportColumn) => typeNamed(column.type).inCharts !== undefined && !isNumber(column)
  const firstLabel = columns.findIndex(isLabel)
  const firstNumber = columns.findIndex((column, index) => isNumber(column) && index > firstLabel)
  if (firstLabel === -1 || firstNumber === -1) return undefined
  const label = columns
    .slice(firstLabel, firstNumber)
    .filter(isLabel)
    .findLast(({ code }) => new Set(rows.map((row) => row[code] ?? null)).size === rows.length)
  return label && { label, numbers: columns.slice(firstNumber).filter(isNumber) }
}
