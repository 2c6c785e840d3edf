import Modeler from 'bpmn-js/lib/Modeler'
import 'bpmn-js/dist/assets/diagram-js.css'
import 'bpmn-js/dist/assets/bpmn-js.css'
import 'bpmn-js/dist/assets/bpmn-font/css/bpmn.css'
import { loadSeparateTexts } from '../../i18n/loaded-texts.ts'
import type { Language } from '../../i18n/texts.ts'
import { drawBadges } from '../diagram/badges.ts'
import { drawable } from '../diagram/drawing.ts'
import type { Marks } from '../diagram/marks.ts'
import type { Canvas, ElementRegistry, Overlays } from '../diagram/services.ts'
import { look, markersOf } from '../diagram/viewer.ts'
import { firstView, show, wholeView } from '../diagram/viewport.ts'
import './modeler.css'
import alignIcons from 'bpmn-js/lib/features/align-elements/AlignElementsIcons'
import distributeIcons from 'bpmn-js/lib/features/distribute-elements/DistributeElementsIcons'
import { wordsModule } from './bpmn-words.ts'
import type { KeyboardTexts } from './draw-by-key.ts'
import { keyboardModule } from './keyboard.ts'
import { paletteModule } from './palette.ts'
import type { BpmnElement, BpmnFactory, CommandStack, Events, Moddle, Modeling, Selection } from './services.ts'

/** Width in pixels of the palette with its margin. The palette has two columns on low screens. */
const paletteWidth = (container: HTMLElement): number => {
  const palette = container.querySelector<HTMLElement>('.djs-palette')
  return palette === null ? 0 : palette.offsetLeft + palette.offsetWidth
}

/** A diagram that is being drawn. */
export interface ModelerView {
  readonly registry: { get(id: string): BpmnElement | undefined; getAll(): BpmnElement[] }
  readonly modeling: Modeling
  readonly factory: BpmnFactory
  readonly moddle: Moddle
  xml(): Promise<string>
  /** The process or collaboration of the whole diagram. */
  root(): BpmnElement
  select(id: string): void
  show(marks: Marks): void
  fit(): void
  undo(): void
  redo(): void
  destroy(): void
}

/**
 * Opens a BPMN file for drawing. `onChange` is called after each change of the diagram; `onSelect` with the selected
 * element, or with the root when nothing is selected; `onEnter` when the Enter key asks for the properties. `label`
 * names the canvas for screen readers. Throws when the file cannot be drawn.
 */
export async function openModeler(
  container: HTMLElement,
  xml: string,
  events: {
    language: Language
    texts: KeyboardTexts
    label: string
    onChange: () => void
    onSelect: (element: BpmnElement) => void
    onEnter: () => void
  },
): Promise<ModelerView> {
  removeInlineStyles()
  const words = await loadSeparateTexts(events.language, 'bpmn')
  const modeler = new Modeler({
    container,
    ...look,
    additionalModules: [paletteModule(events.texts), wordsModule(words), keyboardModule(events.texts, events.onEnter)],
  })
  try {
    await modeler.importXML(drawable(xml))
  } catch (error) {
    modeler.destroy()
    throw error
  }
  nameCanvas(container, events.label)
  const canvas = modeler.get<Canvas & { getRootElement(): BpmnElement }>('canvas')
  const registry = modeler.get<ModelerView['registry']>('elementRegistry')
  const overlays = modeler.get<Overlays>('overlays')
  const selection = modeler.get<Selection>('selection')
  const stack = modeler.get<CommandStack>('commandStack')
  const bus = modeler.get<Events>('eventBus')
  const chosen = () => selection.get()[0] ?? canvas.getRootElement()
  bus.on('selection.changed', () => events.onSelect(chosen()))
  bus.on('commandStack.changed', () => {
    events.onChange()
    events.onSelect(chosen())
  })
  show(canvas, (diagram, outer) => firstView(diagram, outer, paletteWidth(container)))
  const resized = new ResizeObserver(() => canvas.resized())
  resized.observe(container)
  let marked: readonly (readonly [id: string, marker: string])[] = []
  return {
    registry,
    modeling: modeler.get<Modeling>('modeling'),
    factory: modeler.get<BpmnFactory>('bpmnFactory'),
    moddle: modeler.get<Moddle>('moddle'),
    xml: async () => (await modeler.saveXML({ format: true })).xml ?? '',
    root: () => canvas.getRootElement(),
    select: (id) => {
      const element = registry.get(id)
      if (element) selection.select(element)
    },
    show: (marks) => {
      for (const [id, marker] of marked) if (registry.get(id)) canvas.removeMarker(id, marker)
      marked = markersOf(marks, registry)
      for (const [id, marker] of marked) canvas.addMarker(id, marker)
      drawBadges({ overlays, registry: modeler.get<ElementRegistry>('elementRegistry') }, marks)
    },
    fit: () => show(canvas, (diagram, outer) => wholeView(diagram, outer, paletteWidth(container))),
    undo: () => stack.canUndo() && stack.undo(),
    redo: () => stack.canRedo() && stack.redo(),
    destroy: () => {
      resized.disconnect()
      modeler.destroy()
    },
  }
}

/** Names the canvas for screen readers, and tells them that the canvas handles keys itself. */
function nameCanvas(container: HTMLElement, label: string): void {
  const drawing = container.querySelector('svg[tabindex]')
  drawing?.setAttribute('role', 'application')
  drawing?.setAttribute('aria-label', label)
}

/**
 * Replaces inline styles by attributes in the icons that bpmn-js shows for several selected elements, because the
 * content security policy refuses inline styles. The icon objects are changed in place, because bpmn-js reads them.
 */
function removeInlineStyles(): void {
  for (const icons of [alignIcons, distributeIcons] as Record<string, string>[])
    for (const [name, svg] of Object.entries(icons))
      icons[name] = svg.replaceAll(/style="([^"]*)"/g, (_, style: string) => attributesOf(style))
}

/** Returns declarations such as `fill:none;opacity:.5` as attributes of an SVG element. */
const attributesOf = (style: string): string =>
  style
    .split(';')
    .filter(Boolean)
    .map((declaration) => declaration.replace(/^([^:]+):(.*)$/, '$1="$2"'))
    .join(' ')
