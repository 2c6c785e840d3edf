import { TextInput } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useI18n } from '../i18n/index.tsx'
import { SearchIcon } from './icons.tsx'
import { useShortcuts } from './keys/shortcuts.ts'
import { rememberOwnValues } from './own-values.ts'

const waitMs = 250
/** Whether the main input is a finger or a pen, so that a key is of no use. */
const isTouch = matchMedia('(hover: none)').matches

/**
 * A search in the list of the page. `/` focuses the box; the text is applied 250 ms after the last key press. While the
 * next page loads, the text waits, because applying it would lead back to this page.
 * What is typed while the page applies an older text is kept.
 */
export function SearchBox({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const { t } = useI18n()
  const router = useRouter()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(value)
  const [applied, setApplied] = useState(value)
  const [own] = useState(rememberOwnValues)
  const report = useRef(onChange)
  report.current = onChange
  useEffect(() => {
    if (own.isEcho(value)) return
    setApplied(value)
    setText(value)
  }, [value, own])
  // The timer ends with the page in the same step, so that it never leads back from the next page.
  useLayoutEffect(() => {
    if (text === applied) return
    const timer = setInterval(() => {
      const { resolvedLocation, location } = router.state
      if (router.latestLocation.pathname !== (resolvedLocation ?? location).pathname) return
      clearInterval(timer)
      setApplied(text)
      own.report(text)
      report.current(text)
    }, waitMs)
    return () => clearInterval(timer)
  }, [text, applied, router, own])
  useShortcuts([{ keys: '/', label: 'ui.searchHere', run: () => input.current?.select() }])
  return (
    <TextInput
      ref={input}
      type="search"
      w={230}
      aria-label={t('ui.searchHere')}
      aria-busy={text !== applied}
      placeholder={isTouch ? t('ui.searchHere') : `${t('ui.searchHere')} (/)`}
      leftSection={<SearchIcon />}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Escape' && (text === '' ? input.current?.blur() : setText(''))}
    />
  )
}
