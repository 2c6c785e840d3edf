import type { FieldType } from '../../field-type.ts'

/** Texts. */
export const stringType = {
  code: 'STRING',
  definition: {
    word: 'string',
    hasSearch: true,
    hasIndex: true,
    standard: 'text',
    settings: [
      [
        { input: 'view', views: ['text', 'multiline', 'html'] },
        { input: 'number', name: 'maxLength' },
      ],
    ],
  },
  filter: 'text',
  isSortable: true,
  isLong: ({ data }) => data.view === 'multiline' || data.view === 'html',
  isPlainText: true,
  inCharts: 'label',
  check(value, { maxLength = Number.POSITIVE_INFINITY }) {
    const isTooLong = [value].flat().some((text) => String(text).length > maxLength)
    return isTooLong ? { key: 'fields.tooLong', values: { max: maxLength } } : undefined
  },
} as const satisfies FieldType
