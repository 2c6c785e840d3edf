import css from './file-choice.module.css'

/** Buttons with the names of several files, one of which is shown. */
export function FileChoice(props: {
  label: string
  files: readonly { readonly id: string; readonly name: string }[]
  shownId: string
  onChoose: (id: string) => void
}) {
  const { label, files, shownId, onChoose } = props
  return (
    <nav className={css.files} aria-label={label}>
      {files.map(({ id, name }) => (
        <button key={id} type="button" aria-pressed={id === shownId} onClick={() => onChoose(id)}>
          {name}
        </button>
      ))}
    </nav>
  )
}
