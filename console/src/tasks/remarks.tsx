import { Link } from '@tanstack/react-router'
import { useUserNames } from '../api/names.ts'
import { useFormats } from '../i18n/format.ts'
import { useI18n } from '../i18n/index.tsx'
import css from './task-card.module.css'
import type { Remark } from './task-fields.ts'

/** The remarks of a sheet in a task: who answered what and when, the comment, and a link to the attached file. */
export function Remarks({ task, remarks }: { task: string; remarks: readonly Remark[] }) {
  const { t } = useI18n()
  const { shortDateTime } = useFormats()
  const names = useUserNames(remarks.map(({ user }) => user))
  return (
    <ul className={css.history}>
      {remarks.map(({ user, answer, comment, file, answeredAt }) => (
        <li key={`${user} ${answeredAt}`}>
          <div className={css.event}>
            <span>{`${names.get(user) ?? '…'}: ${t(`card.answer_${answer}`)}`}</span>
            {answeredAt && <time dateTime={answeredAt}>{shortDateTime(answeredAt)}</time>}
          </div>
          <blockquote>{comment}</blockquote>
          {file && (
            <Link to="/tasks/$id" params={{ id: task }} search={{ file }}>
              {t('tasks.attachedFile')}
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}
