import { Button } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { workspaceQuery } from '../api/workspace.ts'
import { useI18n } from '../i18n/index.tsx'
import css from './access.module.css'
import { Explanation } from './explanation.tsx'
import { rights } from './rights.ts'

/**
 * Names a right that the user lacks. On the pages of an application, "Why?" shows the rules that give the right to
 * others: everyone may ask about themselves.
 */
export function MissingRight({ right: name }: { right: string }) {
  const { t } = useI18n()
  const { user } = useSuspenseQuery(workspaceQuery).data
  const { namespace, code, id } = useParams({ strict: false })
  const [isAsked, setAsked] = useState(false)
  const right = rights.find((each) => each === name)
  if (right === undefined) return null
  const isAnswerable = namespace !== undefined && code !== undefined
  return (
    <div className={css.missing}>
      <p>
        {t('admin.missingRight')} <b>{t(`admin.right_${right}`)}</b>
      </p>
      {isAnswerable && !isAsked && (
        <Button size="compact-sm" variant="default" onClick={() => setAsked(true)}>
          {t('ui.why')}
        </Button>
      )}
      {isAnswerable && isAsked && (
        <Explanation question={{ namespace, code, userId: user.id, right, ...(id !== undefined && { id }) }} />
      )}
    </div>
  )
}
