import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useRouteContext, useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { call } from '../api/call.ts'
import { keys } from '../api/query-keys.ts'
import { useStore } from '../api/store.ts'
import { workspaceQuery } from '../api/workspace.ts'
import { useI18n } from '../i18n/index.tsx'
import { shortcuts } from '../ui/keys/shortcuts.ts'
import { closeOverlay } from './overlay.ts'
import css from './palette.module.css'
import { entriesFor, foundEntries, minSearchLength, type PaletteEntry } from './palette-entries.ts'

const waitMs = 150

/**
 * The command palette: pages, applications, and the elements and files that the server finds. Enter opens a page, an
 * application, an action or a marked line at once; otherwise Enter waits until the server has answered for the typed
 * text, so that it never opens a result of an older text.
 */
export function Palette() {
  const { t } = useI18n()
  const { history } = useRouter()
  const { pages } = useRouteContext({ from: '__root__' })
  const { data: workspace } = useSuspenseQuery(workspaceQuery)
  const [text, setText] = useState('')
  const [index, setIndex] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const dialog = useRef<HTMLDialogElement>(null)
  // The dialog is opened before the next key press, so that no letter is lost.
  useLayoutEffect(() => {
    dialog.current?.showModal()
  }, [])
  const [isWaiting, setWaiting] = useState(false)
  const { found, isAnswered } = useFound(text)
  const known = entriesFor(text, workspace, { pages, shortcuts: useStore(shortcuts) }, t)
  const entries = [...known, ...foundEntries(found, t)]
  const current = Math.min(index, entries.length - 1)
  const choose = (entry: PaletteEntry | undefined) => {
    if (!entry) return
    closeOverlay()
    // The action runs after the dialog has closed, so that it can move the focus.
    if (entry.run) setTimeout(entry.run)
    else history.push(`/console${entry.path}`)
  }
  useEffect(() => {
    if (!isWaiting || !isAnswered) return
    setWaiting(false)
    choose(entries[current])
  })
  useEffect(() => {
    list.current?.children[current]?.scrollIntoView({ block: 'nearest' })
  }, [current])
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      setWaiting(false)
      setIndex((current + step + entries.length) % Math.max(1, entries.length))
    } else if (event.key === 'Enter') {
      // A line that the arrow keys have marked was seen, so it is opened even if it belongs to an older text.
      if (isAnswered || current < known.length || index > 0) choose(entries[current])
      else setWaiting(true)
    } else return
    event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes the dialog; clicks beside the dialog are handled
    <dialog
      ref={dialog}
      className={css.dialog}
      aria-label={t('app.palette')}
      onClose={closeOverlay}
      onClick={(event) => event.target === event.currentTarget && closeOverlay()}
    >
      <input
        className={css.input}
        placeholder={t('app.paletteHint')}
        role="combobox"
        aria-label={t('app.paletteHint')}
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={entries[current] && `palette-${current}`}
        autoComplete="off"
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setIndex(0)
          setWaiting(false)
        }}
        onKeyDown={onKeyDown}
      />
      <div
        id="palette-list"
        role="listbox"
        aria-label={t('app.found')}
        className={css.list}
        ref={list}
        aria-busy={!isAnswered}
      >
        {entries.map((entry, at) => (
          <Option
            key={entry.key}
            id={`palette-${at}`}
            entry={entry}
            isCurrent={at === current}
            onPoint={() => setIndex(at)}
            onChoose={() => choose(entry)}
          />
        ))}
      </div>
      {entries.length === 0 && isAnswered && <p className={css.empty}>{t('app.paletteEmpty', { text })}</p>}
      {text.trim().length < minSearchLength && <p className={css.hint}>{t('app.paletteShort')}</p>}
    </dialog>
  )
}

function Option(props: {
  id: string
  entry: PaletteEntry
  isCurrent: boolean
  onPoint: () => void
  onChoose: () => void
}) {
  const { id, entry, isCurrent, onPoint, onChoose } = props
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input of the combobox handles the keys
    <div id={id} role="option" tabIndex={-1} aria-selected={isCurrent} onMouseMove={onPoint} onClick={onChoose}>
      <span>
        {entry.title}
        {entry.snippet && <Snippet text={entry.snippet} />}
      </span>
      <small>{entry.hint}</small>
    </div>
  )
}

/** A part of a text with the found words marked. */
const Snippet = ({ text }: { text: string }) => (
  <small className={css.snippet}>
    {text
      .split('**')
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text do not move
      .map((part, index) => (index % 2 === 1 ? <mark key={index}>{part}</mark> : part))}
  </small>
)

/**
 * Returns the elements and files that the server finds for a text, and whether they belong to this text; searches 150
 * ms after the last key press. Until the server has answered, the results of the previous text are returned.
 */
function useFound(text: string) {
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text.trim()), waitMs)
    return () => clearTimeout(timer)
  }, [text])
  const isLong = asked.length >= minSearchLength
  const {
    data: found = [],
    isFetching,
    isPlaceholderData,
  } = useQuery({
    queryKey: keys.search(asked),
    queryFn: async ({ signal }) => (await call('searchEverything', { query: { q: asked, size: 12 }, signal })).results,
    enabled: isLong,
    placeholderData: (previous) => (isLong ? previous : undefined),
  })
  return { found, isAnswered: asked === text.trim() && !isFetching && !isPlaceholderData }
}
