/** The parts of a keyboard event that name a shortcut. */
export interface KeyPress {
  readonly key: string
  readonly code: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

const codes: Readonly<Record<string, string>> = { BracketLeft: '[', BracketRight: ']', Slash: '/' }

/**
 * Returns the name of a key press, such as `j`, `shift+x`, `mod+k`, `?` or `arrowdown`. A letter that is not Latin is
 * replaced by the Latin letter on the same key, so that shortcuts work on every layout. `mod` is Ctrl, or Cmd on a Mac.
 */
export function keyName({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): string {
  const isPrintable = [...key].length === 1
  const latin = isPrintable && key.charCodeAt(0) > 127 ? latinOf(code, key) : key
  const name = latin.toLowerCase()
  const hasShift = shiftKey && (!isPrintable || /^[a-z]$/.test(name))
  return `${ctrlKey || metaKey ? 'mod+' : ''}${altKey ? 'alt+' : ''}${hasShift ? 'shift+' : ''}${name}`
}

const latinOf = (code: string, key: string): string => codes[code] ?? /^Key([A-Z])$/.exec(code)?.[1] ?? key

/** Returns the caps of a shortcut to show: `['Ctrl K']` for keys pressed together, `['g', 't']` for a sequence. */
export function keyCaps(keys: string, isMac = false): readonly string[] {
  const names: Readonly<Record<string, string>> = {
    mod: isMac ? '⌘' : 'Ctrl',
    shift: 'Shift',
    alt: 'Alt',
    enter: 'Enter',
    escape: 'Esc',
    delete: 'Del',
    arrows: '← ↑ → ↓',
    arrowdown: '↓',
    arrowup: '↑',
    arrowleft: '←',
    arrowright: '→',
  }
  const cap = (part: string): string => names[part] ?? (keys.includes('mod+') ? part.toUpperCase() : part)
  return keys.split(' ').map((press) => press.split('+').map(cap).join(' '))
}
