import { useEffect, useRef, useState } from 'react'
import { useI18n } from '../../i18n/index.tsx'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import diagramCss from '../diagram/diagram.module.css'
import type { Marks } from '../diagram/marks.ts'
import css from '../split.module.css'
import type { ModelerView } from './modeler.ts'
import type { BpmnElement } from './services.ts'

/** The canvas of the modeler. `onChange` gets a function that returns the BPMN file at the time of its call. */
export function Drawing(props: {
  label: string
  xml: string
  marks: Marks
  onOpen: (view: ModelerView | undefined) => void
  onChange: (read: () => Promise<string>) => void
  onSelect: (element: BpmnElement) => void
  onEnter: () => void
}) {
  const { label, xml, marks, onOpen, onChange, onSelect, onEnter } = props
  const { t, language } = useI18n()
  const container = useRef<HTMLElement>(null)
  const [view, setView] = useState<ModelerView>()
  const [error, setError] = useState<unknown>()
  useEffect(() => {
    let opened: ModelerView | undefined
    let isCurrent = true
    const texts = {
      lasso: t('processes.pLasso'),
      connect: t('processes.pConnect'),
      start: t('processes.kindStart'),
      end: t('processes.kindEnd'),
      userTask: t('processes.kindUserTask'),
      serviceTask: t('processes.kindService'),
      scriptTask: t('processes.kindScript'),
      decision: t('processes.kindDecision'),
      call: t('processes.kindCall'),
      subProcess: t('processes.kindSubProcess'),
      exclusive: t('processes.pExclusive'),
      parallel: t('processes.pParallel'),
      timer: t('processes.pTimer'),
      message: t('processes.pMessage'),
      pool: t('processes.pPool'),
      palette: t('processes.mPalette'),
      append: t('processes.mAppend'),
      connectTo: t('processes.mConnectTo'),
    }
    const open = async () => {
      const { openModeler } = await import('./modeler.ts')
      const change = () => opened && onChange(opened.xml)
      const events = { language, texts, label: t('processes.mCanvas'), onChange: change, onSelect, onEnter }
      opened = await openModeler(container.current!, xml, events)
      if (!isCurrent) return opened.destroy()
      setView(opened)
      onOpen(opened)
      onSelect(opened.root())
    }
    open().catch((reason: unknown) => isCurrent && setError(reason))
    return () => {
      isCurrent = false
      opened?.destroy()
      setView(undefined)
      onOpen(undefined)
    }
  }, [xml, t, language, onOpen, onChange, onSelect, onEnter])
  useEffect(() => view?.show(marks), [view, marks])
  if (error !== undefined) return <ErrorState error={error} />
  return (
    <div className={css.drawing}>
      {view === undefined && <Skeleton lines={3} />}
      <section ref={container} className={diagramCss.canvas} aria-label={label} />
      <p className={css.keys}>{t('processes.mKeys')}</p>
    </div>
  )
}
