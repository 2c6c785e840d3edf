import { useI18n } from '../../i18n/index.tsx'
import { elementKind } from '../diagram/element-kind.ts'
import { AttributeInput } from './attribute-input.tsx'
import { bpmnFields } from './bpmn-fields.ts'
import { sectionsOf } from './extension-schema.ts'
import { ownerOf, readSection } from './extensions.ts'
import type { ModelerView } from './modeler.ts'
import css from './properties.module.css'
import { SectionEditor } from './section-editor.tsx'
import type { BpmnElement } from './services.ts'

/** The properties of the selected element, or of the process when nothing is selected. */
export function Properties({ view, element }: { view: ModelerView; element: BpmnElement }) {
  const { t } = useI18n()
  const object = ownerOf(element)
  const type = object.$type.replace(/^bpmn:/, '')
  const names = variableNames(view)
  const kind = type === 'Process' ? t('processes.process') : t(elementKind(type[0]!.toLowerCase() + type.slice(1)))
  return (
    <div className={css.properties} data-properties>
      <div aria-live="polite">
        <h2>{object.name || object.id}</h2>
        <p className={css.kind}>
          {object.$type === 'bpmn:SequenceFlow' ? t('processes.kindFlow') : kind} · <code>{object.id}</code>
        </p>
      </div>
      {bpmnFields(view, element).map(({ key, label, kind: input, value, write }) => (
        <AttributeInput
          key={`${element.id} ${key}`}
          label={t(label)}
          kind={input}
          value={value}
          names={names}
          onChange={write}
        />
      ))}
      {sectionsOf(object.$type).map((section) => (
        <SectionEditor
          key={`${element.id} ${section.element}`}
          view={view}
          element={element}
          section={section}
          names={names}
        />
      ))}
    </div>
  )
}

/** Returns the names of all variables that the processes of the diagram declare. */
function variableNames(view: ModelerView): string[] {
  const section = sectionsOf('bpmn:Process').find(({ element }) => element === 'variable')!
  const owners = new Set([view.root(), ...view.registry.getAll()].map(ownerOf))
  const declared = [...owners]
    .filter(({ $type }) => $type === 'bpmn:Process' || $type === 'bpmn:SubProcess')
    .flatMap((owner) => readSection(owner, section))
  return [...new Set(declared.flatMap(({ name }) => name ?? []))]
}
