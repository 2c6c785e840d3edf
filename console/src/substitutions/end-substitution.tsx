import { Button } from '@mantine/core'
import { call } from '../api/call.ts'
import { useI18n } from '../i18n/index.tsx'
import { confirm } from '../ui/confirm.ts'
import { useAction } from '../ui/use-action.ts'
import { type Substitution, substitutionsQuery } from './substitution-queries.ts'

/** A button that ends a substitution after a confirmation. `name` is the name of the substitute. */
export function EndSubstitution({ substitution: { id, state }, name }: { substitution: Substitution; name: string }) {
  const { t } = useI18n()
  const end = useAction({
    run: () => call('endSubstitution', { params: { id } }),
    invalidates: [substitutionsQuery.queryKey],
    done: t('substitutions.ended'),
  })
  const ask = async () => {
    const question = { title: t('substitutions.endTitle', { name }), action: t('substitutions.end'), isDanger: true }
    const text = t(state === 'planned' ? 'substitutions.endPlannedText' : 'substitutions.endText')
    if (await confirm({ ...question, text })) end.mutate()
  }
  return (
    <Button
      data-danger
      size="compact-sm"
      variant="subtle"
      aria-label={t('substitutions.endNamed', { name })}
      loading={end.isPending}
      onClick={ask}
    >
      {t('substitutions.end')}
    </Button>
  )
}
