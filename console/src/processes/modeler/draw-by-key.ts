import type { DiagramElement } from './next-element.ts'
import { type PaletteKey, type PaletteTexts, paletteEntries, shapeOf } from './palette.ts'
import { boundsOfPool } from './pool.ts'

export interface KeyboardTexts extends PaletteTexts {
  /** Name of the palette for screen readers. */
  readonly palette: string
  /** Title of the menu of elements that can follow. */
  readonly append: string
  /** Title of the group of elements to which a new flow can lead. */
  readonly connectTo: string
}

/** An element of the diagram. */
interface Element extends DiagramElement {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly type: string
  readonly businessObject: { readonly name?: string }
  readonly labelTarget?: object
  readonly parent?: Element
}

// The services of bpmn-js that drawing with the keyboard uses.
interface Services {
  readonly keyboard: {
    addListener(priority: number, listener: (context: { keyEvent: KeyboardEvent }) => boolean | undefined): void
  }
  readonly eventBus: { on(event: string, listener: (event: { container: HTMLElement }) => void): void }
  readonly selection: { get(): Element[]; select(chosen: Element | readonly Element[]): void }
  readonly elementRegistry: { getAll(): Element[]; getGraphics(element: Element): SVGElement }
  readonly canvas: {
    getRootElement(): Element
    findRoot(element: Element): Element
    focus(): void
    viewbox(): { x: number; y: number; width: number; height: number }
    scrollToElement(element: Element): void
  }
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

export interface Injector {
  get<Name extends keyof Services>(name: Name): Services[Name]
}

/** What the keyboard can draw. */
export interface DrawByKey {
  /** Returns the elements of the level of the diagram that is shown. */
  shown(): Element[]
  /** Adds the element of an entry of the palette: after the selected element, or else beside everything. */
  add(key: PaletteKey): void
  /** Opens the menu of what can follow an element: new elements, and existing ones to which a flow can lead. */
  openMenu(source: Element): void
  drawPool(): void
}

const menu = 'append-by-key'
const cannotFollow = ['start', 'pool']
/** Distance in pixels between a new element and what is drawn already. */
const gap = 110
const isShape = ({ waypoints }: Element): boolean => waypoints === undefined
const isPool = ({ type }: Element): boolean => type === 'bpmn:Participant'
const isLane = ({ type }: Element): boolean => type === 'bpmn:Lane'

/** Returns the functions that draw without a pointer, and registers the menu that they open. */
export function drawByKey(injector: Injector, texts: KeyboardTexts): DrawByKey {
  const get = <Name extends keyof Services>(name: Name): Services[Name] => injector.get(name)
  const [selection, registry, canvas, popupMenu] = [
    get('selection'),
    get('elementRegistry'),
    get('canvas'),
    get('popupMenu'),
  ]
  const [autoPlace, elementFactory, modeling, rules] = [
    get('autoPlace'),
    get('elementFactory'),
    get('modeling'),
    get('rules'),
  ]
  const shown = (): Element[] =>
    registry
      .getAll()
      .filter(
        (one) => !one.labelTarget && one !== canvas.findRoot(one) && canvas.findRoot(one) === canvas.getRootElement(),
      )
  const isConnectable = (source: Element, target: Element): boolean =>
    source !== target && Boolean(rules.allowed('connection.create', { source, target }))
  const shapeOfKey = (key: PaletteKey): object => {
    const [, type, , event] = paletteEntries.find(([each]) => each === key)!
    return elementFactory.createShape(shapeOf(key, type, event))
  }
  const finish = (element: Element): void => {
    selection.select(element)
    canvas.scrollToElement(element)
    canvas.focus()
  }
  const append = (source: Element, key: PaletteKey): void => finish(autoPlace.append(source, shapeOfKey(key)))

  popupMenu.registerProvider(menu, {
    getPopupMenuEntries: (source: Element) => ({
      ...Object.fromEntries(
        paletteEntries.flatMap(([key, , className]) => {
          const entry = { label: texts[key], className, action: () => append(source, key) }
          return cannotFollow.includes(key) ? [] : [[key, entry]]
        }),
      ),
      ...Object.fromEntries(
        shown()
          .filter((target) => isShape(target) && isConnectable(source, target))
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
    finish(modeling.createShape(shape, centre, canvas.getRootElement()))
  }

  /** Draws an element right of everything in the selected pool, in the first pool, or in the process without pools. */
  const addBeside = (key: PaletteKey, selected: Element | undefined): void => {
    const pools = shown().filter(isPool)
    const pool = selected && isPool(selected) ? selected : pools[0]
    const inside = shown().filter((one) => isShape(one) && !isPool(one) && !isLane(one))
    const neighbours = pool ? inside.filter(({ parent }) => parent === pool) : inside
    const last = neighbours.toSorted((one, other) => other.x + other.width - (one.x + one.width))[0]
    const view = canvas.viewbox()
    const empty = pool ?? { ...view, x: view.x + view.width / 2 - gap }
    const centre = last
      ? { x: last.x + last.width + gap, y: last.y + last.height / 2 }
      : { x: empty.x + gap, y: empty.y + empty.height / 2 }
    finish(modeling.createShape(shapeOfKey(key), centre, pool ?? canvas.getRootElement()))
  }

  return {
    shown,
    drawPool,
    add(key) {
      if (key === 'lasso') {
        selection.select(shown().filter(isShape))
        return canvas.focus()
      }
      const selected = selection.get().at(-1)
      const canHaveNext = selected !== undefined && isShape(selected) && !isPool(selected) && !isLane(selected)
      if (key === 'connect') return canHaveNext ? this.openMenu(selected) : canvas.focus()
      if (key === 'pool') return drawPool()
      const isEnd = selected?.type === 'bpmn:EndEvent'
      if (canHaveNext && !isEnd && !cannotFollow.includes(key)) append(selected, key)
      else addBeside(key, selected)
    },
    openMenu(source) {
      const { left, bottom } = registry.getGraphics(source).getBoundingClientRect()
      popupMenu.open(source, menu, { x: left, y: bottom }, { title: texts.append, width: 300, search: true })
    },
  }
}
