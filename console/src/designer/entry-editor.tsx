import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useI18n } from '../i18n/index.tsx'
import { ArrowDownIcon, ArrowUpIcon, TrashIcon } from '../ui/icons.tsx'
import { useDesign } from './design-context.ts'
import css from './designer.module.css'
import { useShownWhenStacked } from './use-shown-when-stacked.ts'

/**
 * The editor of one entry of a list, such as a field: its title, its inputs, and the buttons that move and remove it.
 */
export function EntryEditor(props: {
  title: string
  /** Path of the entry in the definition, such as `fields[2]`. */
  path: string
  index: number
  /** Number of entries in the list. */
  count: number
  onMove: (to: number) => void
  onRemove: () => void
  children: ReactNode
}) {
  const { title, path, index, count, onMove, onRemove, children } = props
  const { t } = useI18n()
  const editor = useShownWhenStacked()
  const problem = useDesign().problemAt(path)
  return (
    <section ref={editor} className={css.editor} aria-label={title}>
      <h2>{title}</h2>
      {problem && (
        <p className={css.problem} role="alert">
          {problem}
        </p>
      )}
      {children}
      <div className={css.buttons}>
        <Button
          variant="default"
          leftSection={<ArrowUpIcon />}
          disabled={index === 0}
          onClick={() => onMove(index - 1)}
        >
          {t('designers.moveUp')}
        </Button>
        <Button
          variant="default"
          leftSection={<ArrowDownIcon />}
          disabled={index === count - 1}
          onClick={() => onMove(index + 1)}
        >
          {t('designers.moveDown')}
        </Button>
        <Button variant="default" leftSection={<TrashIcon />} onClick={onRemove}>
          {t('ui.remove')}
        </Button>
      </div>
    </section>
  )
}
