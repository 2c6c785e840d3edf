import { Popover } from '@mantine/core'
import { useState } from 'react'
import { useI18n } from '../i18n/index.tsx'
import { IconButton } from '../ui/buttons.tsx'
import { CalendarIcon } from '../ui/icons.tsx'
import { Calendar } from './calendar.tsx'
import { parseDay, parseTime, writtenDay } from './days.ts'
import { TypedBox, type TypedBoxProps } from './typed-box.tsx'

/** An input for a day `YYYY-MM-DD`, typed or chosen from a calendar, in the user's (not the browser's) language. */
export function DateBox(props: TypedBoxProps) {
  const { value, onChange, onWrong, readOnly, disabled } = props
  const { t } = useI18n()
  const [isOpen, setOpen] = useState(false)
  // Changes when a day is chosen, so that the chosen day replaces the typed text.
  const [chosenCount, setChosenCount] = useState(0)
  const pattern = t('fields.dayPattern')
  const choose = (day: string) => {
    setOpen(false)
    setChosenCount(chosenCount + 1)
    onChange?.(day)
  }
  return (
    <TypedBox
      key={chosenCount}
      placeholder={pattern}
      {...props}
      {...(onWrong && { onWrong })}
      shown={(day) => writtenDay(day, t)}
      parse={parseDay}
      complaint={t('fields.wrongDate', { pattern })}
      rightSectionPointerEvents="all"
      rightSection={
        readOnly || disabled ? undefined : (
          <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus returnFocus>
            <Popover.Target>
              <IconButton isPlain size={26} label={t('fields.calendar')} onClick={() => setOpen(!isOpen)}>
                <CalendarIcon />
              </IconButton>
            </Popover.Target>
            <Popover.Dropdown aria-label={t('fields.calendar')}>
              <Calendar value={parseDay(value) ?? ''} onChoose={choose} />
            </Popover.Dropdown>
          </Popover>
        )
      }
    />
  )
}

/** A time of day `HH:MM`, typed with 24 hours in every language. */
export function TimeBox(props: TypedBoxProps) {
  const { t } = useI18n()
  return (
    <TypedBox
      placeholder={t('fields.timePattern')}
      {...props}
      shown={(time) => time}
      parse={parseTime}
      complaint={t('fields.wrongTime')}
    />
  )
}
