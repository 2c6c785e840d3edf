import type { PaletteKey } from './palette.ts'

interface Events {
  on(event: string, listener: (event: { container: HTMLElement }) => void): void
}

/**
 * Makes the palette a toolbar for the keyboard: Tab reaches one entry, the arrow keys go to the others, and Enter or
 * Space calls `onPress` with the key of the entry. A pointer still drags elements out of the palette.
 */
export function listenToPalette(events: Events, label: string, onPress: (key: PaletteKey) => void): void {
  events.on('palette.create', ({ container }) => {
    const entries = () => [...container.querySelectorAll<HTMLElement>('.entry[data-action]')]
    container.setAttribute('role', 'toolbar')
    container.setAttribute('aria-label', label)
    container.setAttribute('aria-orientation', 'vertical')
    // bpmn-js draws the entries again whenever the palette changes.
    events.on('palette.changed', () => {
      const all = entries()
      const reached = all.find(({ tabIndex }) => tabIndex === 0) ?? all[0]
      for (const entry of all) entry.tabIndex = entry === reached ? 0 : -1
    })
    container.addEventListener('keydown', (event) => {
      const all = entries()
      const at = all.indexOf(event.target as HTMLElement)
      if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === 'Enter' || event.key === ' ') {
        onPress(all[at]!.dataset.action as PaletteKey)
      } else {
        const next = all[nextPlace(event.key, at, all.length)]
        if (next === undefined) return
        for (const entry of all) entry.tabIndex = entry === next ? 0 : -1
        next.focus()
      }
      event.preventDefault()
      event.stopPropagation()
    })
  })
}

/** Returns the place to which a key leads in a toolbar; -1 for other keys. */
function nextPlace(key: string, at: number, count: number): number {
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  if (key === 'ArrowDown' || key === 'ArrowRight') return (at + 1) % count
  return key === 'ArrowUp' || key === 'ArrowLeft' ? (at + count - 1) % count : -1
}
