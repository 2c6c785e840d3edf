import { useMemo } from 'react'
import { useFormats } from '../i18n/format.ts'
import { useI18n } from '../i18n/index.tsx'
import type { Column } from '../ui/column.ts'
import { NumberState } from './case-state.tsx'
import type { Registration } from './record-queries.ts'
import css from './records.module.css'

/** Columns of a journal. The column of the correspondent's numbers and dates is left out while it would be empty. */
export function useRegistrationColumns(rows: readonly Registration[] = []): readonly Column<Registration>[] {
  const { t } = useI18n()
  const { date } = useFormats()
  const hasCorrespondent = rows.some(({ card }) => card.correspondentNumber || card.correspondentDate)
  return useMemo(() => {
    const all: (Column<Registration> | false)[] = [
      {
        key: 'number',
        title: t('records.number'),
        render: ({ number }) => <span className={css.number}>{number}</span>,
      },
      { key: 'date', title: t('records.date'), render: (row) => row.date && date(row.date) },
      {
        key: 'document',
        title: t('records.document'),
        isMain: true,
        render: ({ elementName, status, reservedUntil }) =>
          elementName ??
          (status === 'reserved' && reservedUntil
            ? t('records.heldUntil', { date: date(reservedUntil) })
            : t('records.hiddenDocument')),
      },
      hasCorrespondent && {
        key: 'correspondent',
        title: t('records.correspondent'),
        render: ({ card }) =>
          [card.correspondentNumber, card.correspondentDate && date(card.correspondentDate)].filter(Boolean).join(', '),
      },
      { key: 'status', title: t('records.state'), render: ({ status }) => <NumberState status={status} /> },
    ]
    return all.filter((column) => column !== false)
  }, [t, date, hasCorrespondent])
}
