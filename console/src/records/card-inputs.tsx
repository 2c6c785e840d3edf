import { TextInput } from '@mantine/core'
import { DateBox } from '../fields/date-box.tsx'
import { useI18n } from '../i18n/index.tsx'
import css from './records.module.css'

type TextKey = 'number' | 'correspondentNumber' | 'sheets' | 'delivery' | 'paperAt' | 'comment'
type DayKey = 'date' | 'correspondentDate'

/** Values of a registration as the user typed them. */
type Values = Readonly<Record<TextKey | DayKey, string>>

interface Props {
  readonly values: Values
  readonly onChange: (change: Partial<Values>) => void
}

/** The box for a text of a registration. */
export function CardText(props: Props & { name: TextKey; description?: string; isRequired?: boolean }) {
  const { name, values, onChange, description, isRequired = false } = props
  const { t } = useI18n()
  return (
    <TextInput
      inputMode={name === 'sheets' ? 'numeric' : undefined}
      label={t(`records.${name}`)}
      description={description}
      required={isRequired}
      value={values[name]}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  )
}

/** The box for a day of a registration. */
export function CardDay({ name, values, onChange }: Props & { name: DayKey }) {
  const { t } = useI18n()
  return <DateBox label={t(`records.${name}`)} value={values[name]} onChange={(value) => onChange({ [name]: value })} />
}

/** The boxes for the number and date of the correspondent, the sheets and the delivery. */
export function CardPairs(props: Props) {
  return (
    <>
      <div className={css.pair}>
        <CardText name="correspondentNumber" {...props} />
        <CardDay name="correspondentDate" {...props} />
      </div>
      <div className={css.pair}>
        <CardText name="sheets" {...props} />
        <CardText name="delivery" {...props} />
      </div>
    </>
  )
}
