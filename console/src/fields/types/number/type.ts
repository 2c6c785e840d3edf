import type { Complaint, FieldType } from '../../field-type.ts'

export const numberType = {
  code: 'FLOAT',
  definition: {
    word: 'number',
    hasIndex: true,
    standard: 'number',
    settings: [
      [
        { input: 'number', name: 'min' },
        { input: 'number', name: 'max' },
        { input: 'number', name: 'decimals' },
      ],
      [{ input: 'flag', name: 'integer' }],
    ],
  },
  filter: 'number',
  isSortable: true,
  align: 'end',
  isLastColumn: true,
  inCharts: 'number',
  check(value, { min, max, integer = false }): Complaint | undefined {
    for (const each of [value].flat()) {
      if (typeof each !== 'number') return { key: 'fields.wrongNumber' }
      if (integer && !Number.isInteger(each)) return { key: 'fields.wholeNumber' }
      if (min !== undefined && each < min) return { key: 'fields.tooSmall', values: { min } }
      if (max !== undefined && each > max) return { key: 'fields.tooLarge', values: { max } }
    }
    return undefined
  },
} as const satisfies FieldType
