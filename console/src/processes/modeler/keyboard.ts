import { type DiagramElement, nextElement, type Step } from './next-element.ts'
import { type PaletteTexts, paletteEntries, shapeOf } from './palette.ts'
import { boundsOfPool } from './pool.ts'

export interface KeyboardTexts extends PaletteTexts {
  /** Title of the menu of elements that can follow. */
  readonly append: string
  /** Title of the group of elements to which a new flow can lead. */
  readonly connectTo: string
}

interface Element extends DiagramElement {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly type: string
  readonly businessObject: { readonly name?: string }
  readonly labelTarget?: object
}
interface Services {
  readonly keyboard: {
    addListener(priority: number, listener: (context: { keyEvent: KeyboardEvent }) => boolean | undefined): void
  }
  readonly selection: { get(): Element[]; select(chosen: Element | readonly Element[]): void }
  readonly elementRegistry: { getAll(): Element[]; getGraphics(element: Element): SVGElement }
  readonly canvas: { getRootElement(): Element; findRoot(element: Element): Element; focus(): void }
  readonly popupMenu: {
    registerProvider(id: string, provider: object): void
    open(element: Element, provider: string, position: object, options: object): void
  }
  readonly autoPlace: { append(source: Element, shape: object): Element }
  readonly elementFactory: { createShape(options: object): object; createParticipantShape(options: object): object }
  readonly modeling: {
    connect(source: Element, target: Element): void
    createShape(shape: object, centre: { x: number; y: number }, parent: Element): Element
  }
  readonly rules: { allowed(rule: string, context: object): unknown }
}

interface Injector {
  get<Name extends keyof Services>(name: Name): Services[Name]
}

const menu = 'append-by-key'
/** Above the priority of the bpmn-js listener that moves selected elements, which Alt and an arrow key still do. */
const priority = 2500
const isStep = (key: string): key is Step => /^Arrow(Left|Right|Up|Down)$/.test(key)
const cannotFollow = ['start', 'pool']

/**
 * Returns the bpmn-js module for reading and drawing the diagram with the keyboard while the canvas has the focus. The
 * arrow keys go to another element, and with Shift add it to the selection; Enter calls `onEnter`; A opens a menu of
 * elements to append; P draws a pool.
 */
export function keyboardModule(texts: KeyboardTexts, onEnter: () => void): Record<string, unknown> {
  function listen(injector: Injector) {
    const get = <Name extends keyof Services>(name: Name): Services[Name] => injector.get(name)
    const [keyboard, selection, registry] = [get('keyboard'), get('selection'), get('elementRegistry')]
    const [canvas, popupMenu, autoPlace] = [get('canvas'), get('popupMenu'), get('autoPlace')]
    const [elementFactory, modeling, rules] = [get('elementFactory'), get('modeling'), get('rules')]
    const shown = (): Element[] =>
      registry
        .getAll()
        .filter(
          (one) => !one.labelTarget && one !== canvas.findRoot(one) && canvas.findRoot(one) === canvas.getRootElement(),
        )
    const isConnectable = (source: Element, target: Element): boolean =>
      source !== target && Boolean(rules.allowed('connection.create', { source, target }))

    popupMenu.registerProvider(menu, {
      getPopupMenuEntries: (source: Element) => ({
        ...Object.fromEntries(
          paletteEntries.flatMap(([key, type, className, event]) => {
            const append = () =>
              selection.select(autoPlace.append(source, elementFactory.createShape(shapeOf(key, type, event))))
            return cannotFollow.includes(key) ? [] : [[key, { label: texts[key], className, action: append }]]
          }),
        ),
        ...Object.fromEntries(
          shown()
            .filter((target) => target.waypoints === undefined && isConnectable(source, target))
            .map((target) => {
              const group = { id: 'connect', name: texts.connectTo }
              const label = target.businessObject.name || target.id
              return [`connect-${target.id}`, { label, group, action: () => modeling.connect(source, target) }]
            }),
        ),
      }),
    })

    const drawPool = (): void => {
      const { x, y, width, height } = boundsOfPool(shown())
      const centre = { x: x + width / 2, y: y + height / 2 }
      const shape = elementFactory.createParticipantShape({ width, height })
      selection.select(modeling.createShape(shape, centre, canvas.getRootElement()))
    }

    keyboard.addListener(priority, ({ keyEvent }) => {
      const { key, code, ctrlKey, metaKey, altKey, shiftKey } = keyEvent
      if (ctrlKey || metaKey || altKey) return undefined
      const selected = selection.get()
      const current = selected.at(-1)
      if (isStep(key)) {
        const next = nextElement(current, key, shown()) as Element | undefined
        if (next) selection.select(shiftKey ? [...selected.filter((each) => each !== next), next] : next)
        return true
      }
      if (shiftKey) return undefined
      if (key === 'Enter') {
        onEnter()
        return true
      }
      if (code === 'KeyP') {
        drawPool()
        return true
      }
      if (code !== 'KeyA' || current === undefined || current.waypoints !== undefined) return undefined
      const { left, bottom } = registry.getGraphics(current).getBoundingClientRect()
      popupMenu.open(current, menu, { x: left, y: bottom }, { title: texts.append, width: 300, search: true })
      return true
    })
  }
  listen.$inject = ['injector']
  return { __init__: ['keyboardDrawing'], keyboardDrawing: ['factory', listen] }
}
