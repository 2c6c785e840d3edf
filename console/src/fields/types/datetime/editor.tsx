import { Input } from '@mantine/core'
import { useState } from 'react'
import { useI18n } from '../../../i18n/index.tsx'
import { DateBox, TimeBox } from '../../date-box.tsx'
import { type EditorProps, inputProps } from '../../editor.ts'
import { fromInput, type Precision, toInput } from './moments.ts'

/**
 * The editor of a date, a time of day, or both. An invalid text becomes the value, so that the check of the form
 * reports it.
 */
export function DatetimeEditor(props: EditorProps) {
  const { field, value, onChange } = props
  const precision = (field.data.view ?? 'datetime') as Precision
  if (precision === 'datetime') return <DateAndTime {...props} />
  const Box = precision === 'date' ? DateBox : TimeBox
  return (
    <Box
      {...inputProps(props)}
      maw={220}
      value={typeof value === 'string' ? toInput(value, precision) : ''}
      onChange={(text) => onChange(fromInput(text, precision))}
      onWrong={onChange}
    />
  )
}

function DateAndTime(props: EditorProps) {
  const { label, value, onChange, error, isRequired = false } = props
  const { t } = useI18n()
  const shown = typeof value === 'string' ? toInput(value, 'datetime') : ''
  // A time that is entered before the day is kept until the day is entered.
  const [waiting, setWaiting] = useState('')
  const [day = '', time = waiting] = shown === '' ? [] : shown.split('T')
  const change = (nextDay: string, nextTime: string) =>
    onChange(nextDay === '' ? null : fromInput(`${nextDay}T${nextTime || '00:00'}`, 'datetime'))
  const common = { ...inputProps({ ...props, error: undefined }), label: undefined, error: error !== undefined }
  return (
    <Input.Wrapper label={label} error={error} required={isRequired} labelElement="div">
      <div style={{ display: 'flex', gap: 8 }}>
        <DateBox
          {...common}
          aria-label={`${label}: ${t('fields.day')}`}
          maw={220}
          value={day}
          onChange={(next) => change(next, time)}
          onWrong={onChange}
        />
        <TimeBox
          {...common}
          required={false}
          aria-label={`${label}: ${t('fields.timeOfDay')}`}
          w={84}
          value={time}
          onChange={(next) => (day === '' ? setWaiting(next) : change(day, next))}
          onWrong={onChange}
        />
      </div>
    </Input.Wrapper>
  )
}
