import { Button } from '@mantine/core'
import { useI18n } from '../../i18n/index.tsx'
import { IconButton } from '../../ui/buttons.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { PlusIcon, TrashIcon } from '../../ui/icons.tsx'
import { AttributeInput } from './attribute-input.tsx'
import type { Section } from './extension-schema.ts'
import { type Attributes, ownerOf, readSection, writeSection } from './extensions.ts'
import type { ModelerView } from './modeler.ts'
import css from './properties.module.css'
import type { BpmnElement } from './services.ts'

/** The editor of the extension elements of a section: a group of inputs, or a list of groups that can be extended. */
export function SectionEditor(props: {
  view: ModelerView
  element: BpmnElement
  section: Section
  names: readonly string[]
}) {
  const { view, element, section, names } = props
  const { t } = useI18n()
  const { title, isList, attributes } = section
  const entries = readSection(ownerOf(element), section)
  const write = (next: readonly Attributes[]) => writeSection(view, element, section, next)
  const isEmpty = (entry: Attributes) => Object.values(entry).every((value) => value === '')
  const change = (index: number, name: string, value: string) => {
    const changed = { ...entries[index], [name]: value }
    if (!isList && isEmpty(changed)) return write([])
    write(index < entries.length ? entries.with(index, changed) : [...entries, changed])
  }
  const shown = isList ? entries : [entries[0] ?? {}]
  return (
    <Disclosure
      className={css.section}
      isOpenAtFirst={entries.length > 0}
      summary={
        <>
          {t(title)}
          {isList && entries.length > 0 && <span className={css.count}>{entries.length}</span>}
        </>
      }
    >
      {shown.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an extension element has no identity except its position
        <fieldset key={index} className={css.entry}>
          {attributes.map(({ name, label, kind }) => (
            <AttributeInput
              key={name}
              label={t(label)}
              kind={kind}
              value={entry[name] ?? ''}
              names={names}
              onChange={(value) => change(index, name, value)}
            />
          ))}
          {isList && (
            <IconButton label={t('ui.remove')} isPlain size={28} onClick={() => write(entries.toSpliced(index, 1))}>
              <TrashIcon />
            </IconButton>
          )}
        </fieldset>
      ))}
      {isList && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<PlusIcon size={14} />}
          onClick={() => write([...entries, {}])}
        >
          {t('ui.add')}
        </Button>
      )}
    </Disclosure>
  )
}
