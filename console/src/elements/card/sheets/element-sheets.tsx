import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { useUserNames } from '../../../api/names.ts'
import { keys } from '../../../api/query-keys.ts'
import { useFormats } from '../../../i18n/format.ts'
import { type TextKey, useI18n } from '../../../i18n/index.tsx'
import { PeopleIcon } from '../../../ui/icons.tsx'
import { EmptyState, QueryView } from '../../../ui/states.tsx'
import { StatusChip, type Tone } from '../../../ui/status-chip.tsx'
import type { Application, Element } from '../../application.ts'
import css from '../card.module.css'
import { fileIdsOf } from '../files/element-files.tsx'
import { StartSheet } from './start-sheet.tsx'

const states: Readonly<Record<string, readonly [TextKey, Tone]>> = {
  inProgress: ['card.sheetInProgress', 'info'],
  approved: ['card.sheetApproved', 'good'],
  approvedWithRemarks: ['card.sheetApprovedWithRemarks', 'good'],
  rejected: ['card.sheetRejected', 'danger'],
  informed: ['card.sheetInformed', 'good'],
  cancelled: ['card.sheetCancelled', 'neutral'],
}

/** A sheet as the list of sheets contains it. */
interface Sheet {
  readonly id: string
  readonly type: 'approval' | 'familiarization'
  readonly state: string
  readonly subject: string
  readonly createdAt: string
  readonly createdBy: string
  readonly respondents: readonly { readonly id: string; readonly userId: string; readonly state: string }[]
}

/** The approval and familiarization sheets of an element, and the dialog that starts one. */
export function ElementSheets({ schema, element }: { schema: Application; element: Element }) {
  const { t } = useI18n()
  const [isOpen, setOpen] = useState(false)
  const params = { namespace: schema.namespace, code: schema.code, id: element.__id }
  const query = useQuery({
    queryKey: keys.elements(schema, 'sheets', element.__id),
    queryFn: async ({ signal }) =>
      (await call('listElementSheets', { params, query: { size: 100 }, signal })).result
        .result as unknown as readonly Sheet[],
  })
  const fileIds = fileIdsOf(schema, element)
  const start = fileIds.length > 0 && !element.__deletedAt && (
    <Button onClick={() => setOpen(true)}>{t('card.startSheet')}</Button>
  )
  return (
    <div className={css.narrow}>
      <QueryView query={query}>
        {(sheets) =>
          sheets.length === 0 ? (
            <EmptyState
              icon={<PeopleIcon size={28} />}
              title={t('card.noSheets')}
              text={t(fileIds.length > 0 ? 'card.noSheetsText' : 'card.noSheetsFile')}
            >
              {start}
            </EmptyState>
          ) : (
            <>
              <div className={css.buttons}>{start}</div>
              <Sheets sheets={sheets} />
            </>
          )
        }
      </QueryView>
      {isOpen && <StartSheet schema={schema} id={element.__id} fileIds={fileIds} onClose={() => setOpen(false)} />}
    </div>
  )
}

function Sheets({ sheets }: { sheets: readonly Sheet[] }) {
  const { t } = useI18n()
  const { shortDateTime } = useFormats()
  const names = useUserNames(
    sheets.flatMap(({ createdBy, respondents }) => [createdBy, ...respondents.map((each) => each.userId)]),
  )
  return (
    <ul className={css.list}>
      {sheets.map(({ id, type, state, subject, createdAt, createdBy, respondents }) => {
        const [label, tone] = states[state] ?? states.inProgress!
        return (
          <li key={id}>
            <div className={css.head}>
              <b>{subject || t(type === 'approval' ? 'card.approvalSheet' : 'card.familiarizationSheet')}</b>
              <StatusChip tone={tone}>{t(label)}</StatusChip>
            </div>
            <div className={css.muted}>{`${names.get(createdBy) ?? '…'} · ${shortDateTime(createdAt)}`}</div>
            <div className={css.names}>
              {respondents.map((each) => (
                <span
                  key={each.id}
                >{`${names.get(each.userId) ?? '…'}: ${t(`card.answer_${each.state}` as TextKey)}`}</span>
              ))}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
