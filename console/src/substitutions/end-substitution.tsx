import { call } from '../api/call.ts'
import { staleAfter } from '../api/query-keys.ts'
import { useI18n } from '../i18n/index.tsx'
import { AskingButton } from '../ui/asking-button.tsx'
import { useAction } from '../ui/use-action.ts'
import type { Substitution } from './substitution-queries.ts'

/** A button that ends a substitution after a confirmation. `name` is the name of the substitute. */
export function EndSubstitution({ substitution: { id, state }, name }: { substitution: Substitution; name: string }) {
  const { t } = useI18n()
  const end = useAction({
    run: () => call('endSubstitution', { params: { id } }),
    invalidates: staleAfter.substitution(),
    done: t('substitutions.ended'),
  })
  return (
    <AskingButton
      label={t('substitutions.end')}
      name={t('substitutions.endNamed', { name })}
      question={{
        title: t('substitutions.endTitle', { name }),
        text: t(state === 'planned' ? 'substitutions.endPlannedText' : 'substitutions.endText'),
      }}
      action={end}
    />
  )
}
