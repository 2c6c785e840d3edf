import NavigatedViewer from 'bpmn-js/lib/NavigatedViewer'
import 'bpmn-js/dist/assets/diagram-js.css'
import { drawBadges } from './badges.ts'
import { drawable, withoutColours } from './drawing.ts'
import type { Marks } from './marks.ts'
import { boxOf, firstView, show, showBox, viewWith, wholeView } from './viewport.ts'
import './diagram.css'
import type { Canvas, ElementRegistry, EventBus, Overlays } from './services.ts'

/** A drawn diagram. */
export interface DiagramView {
  /** Replaces everything that is drawn over the diagram. */
  show(marks: Marks): void
  /** Marks one element as selected. */
  select(id: string | undefined): void
  /** Shows the whole diagram. */
  fit(): void
  /** Shows these elements in the first view of the diagram, all of them where they have room at 70 %. */
  begin(ids: readonly string[]): void
  /** Enlarges the diagram around these elements. */
  zoomTo(ids: readonly string[]): void
  zoomBy(factor: number): void
  destroy(): void
}

/**
 * Size of a printed drawing, which is narrower than a page of A4 or Letter between its margins; see
 * diagram.module.css.
 */
const paperSize = { width: '680px', height: '420px' }

/** Look of every diagram. The colours are variables, so that a change of the theme needs no new drawing. */
export const look = {
  bpmnRenderer: {
    defaultFillColor: 'var(--diagram-fill)',
    defaultStrokeColor: 'var(--diagram-line)',
    defaultLabelColor: 'var(--text)',
  },
  textRenderer: {
    defaultStyle: { fontFamily: "'Golos Text Variable', system-ui, sans-serif", fontSize: '12px' },
    externalStyle: { fontSize: '12px' },
  },
}

/**
 * Draws a BPMN file into a container. `onSelect` is called with the id of a clicked element, or with undefined when
 * the background is clicked. Throws when the file cannot be drawn.
 */
export async function openDiagram(
  container: HTMLElement,
  xml: string,
  onSelect: (id: string | undefined) => void,
): Promise<DiagramView> {
  const viewer = new NavigatedViewer({ container, ...look })
  const canvas = viewer.get<Canvas>('canvas')
  const registry = viewer.get<ElementRegistry>('elementRegistry')
  const overlays = viewer.get<Overlays>('overlays')
  const events = viewer.get<EventBus>('eventBus')
  try {
    await viewer.importXML(drawable(withoutColours(xml)))
  } catch (error) {
    viewer.destroy()
    throw error
  }
  const elements = (ids: readonly string[]) => boxOf(ids.flatMap((id) => registry.get(id) ?? []))
  let view = firstView
  const showAgain = () => show(canvas, view)
  const showAs = (next: typeof firstView) => {
    view = next
    showAgain()
  }
  const showOnPaper = () => {
    Object.assign(container.style, paperSize)
    canvas.resized()
    show(canvas, wholeView)
  }
  const showOnScreen = () => {
    Object.assign(container.style, { width: '', height: '' })
    canvas.resized()
    showAgain()
  }
  showAgain()
  events.on('element.click', ({ element }) =>
    onSelect(element.type === 'label' ? element.labelTarget?.id : idOf(element)),
  )
  const resized = new ResizeObserver(() => {
    canvas.resized()
    showAgain()
  })
  resized.observe(container)
  window.addEventListener('beforeprint', showOnPaper)
  window.addEventListener('afterprint', showOnScreen)
  let shown: readonly [id: string, marker: string][] = []
  let selected: string | undefined
  return {
    show: (marks) => {
      for (const [id, marker] of shown) canvas.removeMarker(id, marker)
      shown = markersOf(marks, registry)
      for (const [id, marker] of shown) canvas.addMarker(id, marker)
      drawBadges({ overlays, registry }, marks)
    },
    select: (id) => {
      if (selected !== undefined && registry.get(selected)) canvas.removeMarker(selected, 'is-selected')
      selected = id
      if (id !== undefined && registry.get(id)) canvas.addMarker(id, 'is-selected')
    },
    fit: () => showAs(wholeView),
    begin: (ids) => showAs((diagram, outer) => viewWith(elements(ids), diagram, outer)),
    zoomTo: (ids) => showBox(canvas, elements(ids), { margin: 120, maxScale: 1.5 }),
    zoomBy: (factor) => canvas.zoom(Math.min(3, Math.max(0.2, canvas.zoom() * factor)), 'auto'),
    destroy: () => {
      resized.disconnect()
      window.removeEventListener('beforeprint', showOnPaper)
      window.removeEventListener('afterprint', showOnScreen)
      viewer.destroy()
    },
  }
}

const idOf = ({ id, type }: { id: string; type: string }): string | undefined =>
  /^bpmn:(Process|Collaboration|Participant|Lane)$/.test(type) ? undefined : id

/** The elements that an instance passes through. */
const stepOrFlow = /^bpmn:(\w*(Task|Event|Gateway|Activity|SubProcess)|Transaction|SequenceFlow)$/

interface Drawn {
  readonly id: string
  readonly type: string
  readonly labelTarget?: Drawn | undefined
  /** The element to which a flow leads. */
  readonly target?: Drawn | undefined
}

/** Returns the CSS markers of the drawn elements and of their labels. */
export function markersOf(
  { elements, taken, isPath = false }: Marks,
  registry: { get(id: string): unknown; getAll(): readonly Drawn[] },
): readonly [id: string, marker: string][] {
  const drawn = isPath ? registry.getAll() : []
  // A step that was cancelled has no mark, but a flow has led to it.
  const led = drawn.flatMap(({ id, target }) => (target && taken.has(id) ? [target.id] : []))
  const reached = new Set([...elements.keys(), ...taken, ...led])
  const isUnreached = ({ id, type }: Drawn) => stepOrFlow.test(type) && !reached.has(id)
  const unreached = drawn.filter((shape) => isUnreached(shape.labelTarget ?? shape))
  const markers: [string, string][] = [
    ...[...elements].flatMap(([id, { tone, shade }]): [string, string][] => [
      ...(tone ? [[id, `is-${tone}`] as [string, string]] : []),
      ...(shade ? [[id, `heat-${shade}`] as [string, string]] : []),
    ]),
    ...[...taken].map((id): [string, string] => [id, 'is-taken']),
    ...unreached.map(({ id }): [string, string] => [id, 'is-unreached']),
  ]
  return markers.filter(([id]) => registry.get(id) !== undefined)
}
