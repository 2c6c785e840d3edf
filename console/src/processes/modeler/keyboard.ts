import { drawByKey, type Injector, type KeyboardTexts } from './draw-by-key.ts'
import { nextElement, type Step } from './next-element.ts'
import { listenToPalette } from './palette-keys.ts'

/**
 * Higher than the priority of the bpmn-js listener that moves selected elements. Alt and an arrow key still move
 * them.
 */
const priority = 2500
const isStep = (key: string): key is Step => /^Arrow(Left|Right|Up|Down)$/.test(key)

/**
 * Returns the bpmn-js module for reading and drawing the diagram with the keyboard. While the canvas has the focus, the
 * arrow keys go to another element, and with Shift add it to the selection; Enter calls `onEnter`; A opens a menu of
 * elements to append; P draws a pool. The palette is a toolbar whose entries add elements.
 */
export function keyboardModule(texts: KeyboardTexts, onEnter: () => void): Record<string, unknown> {
  function listen(injector: Injector) {
    const [keyboard, selection] = [injector.get('keyboard'), injector.get('selection')]
    const draw = drawByKey(injector, texts)
    listenToPalette(injector.get('eventBus'), texts.palette, draw.add)

    keyboard.addListener(priority, ({ keyEvent }) => {
      const { key, code, ctrlKey, metaKey, altKey, shiftKey } = keyEvent
      if (ctrlKey || metaKey || altKey) return undefined
      const selected = selection.get()
      const current = selected.at(-1)
      if (isStep(key)) {
        const next = nextElement(current, key, draw.shown()) as typeof current
        if (next) selection.select(shiftKey ? [...selected.filter((each) => each !== next), next] : next)
        return true
      }
      if (shiftKey) return undefined
      if (key === 'Enter') {
        onEnter()
        return true
      }
      if (code === 'KeyP') {
        draw.drawPool()
        return true
      }
      if (code !== 'KeyA' || current === undefined || current.waypoints !== undefined) return undefined
      draw.openMenu(current)
      return true
    })
  }
  listen.$inject = ['injector']
  return { __init__: ['keyboardDrawing'], keyboardDrawing: ['factory', listen] }
}
