import { TextInput } from '@mantine/core'
import { useI18n } from '../i18n/index.tsx'

/** An input for the code of a part of a definition. A deployed code cannot be changed. */
export function CodeInput(props: {
  value: string
  onChange: (code: string) => void
  isDeployed: boolean
  error?: string | undefined
  label?: string
}) {
  const { value, onChange, isDeployed, error, label } = props
  const { t } = useI18n()
  return (
    <TextInput
      label={label ?? t('designers.code')}
      value={value}
      maxLength={63}
      readOnly={isDeployed}
      description={t(isDeployed ? 'designers.codeDeployed' : 'designers.codeHint')}
      error={error}
      spellCheck={false}
      autoComplete="off"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
