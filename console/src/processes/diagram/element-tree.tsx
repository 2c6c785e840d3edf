import { useI18n } from '../../i18n/index.tsx'
import { elementKind } from './element-kind.ts'
import css from './element-tree.module.css'
import type { Marks } from './marks.ts'
import type { Model } from './model.ts'

/** The diagram as text: every element inside its process or sub-process, with the numbers that the diagram shows. */
export function ElementTree(props: {
  label: string
  model: Model
  marks: Marks
  selected: string | undefined
  onSelect: (id: string | undefined) => void
}) {
  const { label, model, processes } = { ...props, processes: props.model.processes }
  return (
    <nav className={css.tree} aria-label={label}>
      {processes.map(({ id, name }) => (
        <section key={id}>
          {processes.length > 1 && <h3>{name || id}</h3>}
          <Branch {...props} model={model} parent={id} />
        </section>
      ))}
    </nav>
  )
}

function Branch(props: {
  model: Model
  marks: Marks
  parent: string
  selected: string | undefined
  onSelect: (id: string | undefined) => void
}) {
  const { model, marks, parent, selected, onSelect } = props
  const { t } = useI18n()
  const children = model.elements.filter((element) => element.parent === parent)
  if (children.length === 0) return null
  return (
    <ul>
      {children.map(({ id, name, type }) => {
        const mark = marks.elements.get(id)
        const isSelected = id === selected
        return (
          <li key={id}>
            <button type="button" aria-pressed={isSelected} onClick={() => onSelect(isSelected ? undefined : id)}>
              <span className={css.name}>{name}</span>
              <span className={css.kind}>{t(elementKind(type))}</span>
              {mark?.badges.map(({ tone, title }) => (
                <span key={title} className={css.badge} data-tone={tone}>
                  {title}
                </span>
              ))}
            </button>
            <Branch {...props} parent={id} />
          </li>
        )
      })}
    </ul>
  )
}
