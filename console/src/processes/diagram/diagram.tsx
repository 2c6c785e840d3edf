import { useEffect, useRef, useState } from 'react'
import { useI18n } from '../../i18n/index.tsx'
import { IconButton } from '../../ui/buttons.tsx'
import { FitIcon, TargetIcon, ZoomInIcon, ZoomOutIcon } from '../../ui/icons.tsx'
import { useShortcuts } from '../../ui/keys/shortcuts.ts'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import css from './diagram.module.css'
import { type Marks, noMarks } from './marks.ts'
import type { DiagramView } from './viewer.ts'

const zoomStep = 1.25

/**
 * A BPMN diagram that can be moved and enlarged. The key `f` shows all of it, and `z` the elements with tokens,
 * incidents or differences.
 */
export function Diagram(props: {
  /** Description of the diagram for screen readers. */
  label: string
  xml: string
  marks?: Marks
  /** Whether the diagram begins where its tokens are, when not all of it can be read at once. */
  beginsActive?: boolean
  selected?: string | undefined
  onSelect?: (id: string | undefined) => void
}) {
  const { label, xml, marks = noMarks, beginsActive = false, selected, onSelect } = props
  const { t } = useI18n()
  const container = useRef<HTMLElement>(null)
  const [drawn, setDrawn] = useState<{ readonly xml: string; readonly view: DiagramView }>()
  // The view of an earlier file is destroyed before the effects below run, so they must not use that view.
  const view = drawn?.xml === xml ? drawn.view : undefined
  const [error, setError] = useState<unknown>()
  const select = useRef(onSelect)
  select.current = onSelect
  useEffect(() => {
    let opened: DiagramView | undefined
    let isCurrent = true
    setError(undefined)
    import('./viewer.ts')
      .then(({ openDiagram }) => openDiagram(container.current!, xml, (id) => select.current?.(id)))
      .then((next) => {
        opened = next
        if (isCurrent) setDrawn({ xml, view: next })
        else next.destroy()
      })
      .catch((reason: unknown) => isCurrent && setError(reason))
    return () => {
      isCurrent = false
      opened?.destroy()
      setDrawn(undefined)
    }
  }, [xml])
  useEffect(() => view?.show(marks), [view, marks])
  const first = useRef(marks)
  if (view === undefined) first.current = marks
  useEffect(() => {
    if (beginsActive) view?.begin(activeIn(first.current))
  }, [view, beginsActive])
  useEffect(() => view?.select(selected), [view, selected])
  const zoomToActive = () => view?.zoomTo(activeIn(marks))
  useShortcuts([
    { keys: 'f', label: 'processes.fit', run: () => view?.fit() },
    { keys: 'z', label: 'processes.zoomToActive', run: zoomToActive },
  ])
  if (error !== undefined) return <ErrorState error={error} />
  return (
    <div className={css.diagram} data-drawn={view !== undefined || undefined}>
      {view === undefined && <Skeleton lines={3} />}
      <section ref={container} className={css.canvas} aria-label={label} />
      <div className={`${css.tools} not-printed`}>
        <IconButton label={t('processes.zoomToActive')} onClick={zoomToActive}>
          <TargetIcon />
        </IconButton>
        <IconButton label={t('processes.fit')} onClick={() => view?.fit()}>
          <FitIcon />
        </IconButton>
        <IconButton label={t('processes.zoomIn')} onClick={() => view?.zoomBy(zoomStep)}>
          <ZoomInIcon />
        </IconButton>
        <IconButton label={t('processes.zoomOut')} onClick={() => view?.zoomBy(1 / zoomStep)}>
          <ZoomOutIcon />
        </IconButton>
      </div>
    </div>
  )
}

/**
 * Returns the ids of the elements with a tone other than `done`: with tokens or incidents, or with a difference
 * between versions.
 */
const activeIn = ({ elements }: Marks): string[] =>
  [...elements].filter(([, { tone }]) => tone !== undefined && tone !== 'done').map(([id]) => id)
