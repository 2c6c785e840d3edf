import { useEffect, useRef } from 'react'
import { createStore } from '../../api/store.ts'
import type { TextKey } from '../../i18n/index.tsx'
import { keyName } from './key-name.ts'

/** A shortcut: a key, or two keys typed one after the other, and the action that they start. */
export interface Shortcut {
  /** Key names as `keyName` returns them: `j`, `mod+k`; two names with a space between for a sequence: `g t`. */
  readonly keys: string
  readonly label: TextKey
  /** Left out when a part of the page handles the keys while it has the focus; the help only lists them then. */
  readonly run?: (event: KeyboardEvent) => void
  /** Whether the shortcut is listed under "Everywhere" instead of "On this page". */
  readonly isGeneral?: boolean
}

const sequenceMs = 1200
/** Shortcuts of the mounted components, the latest last. The latest one with the same keys wins. */
export const shortcuts = createStore<readonly Shortcut[]>([])
/** Whether shortcuts of a single character without a modifier work. The user can switch them off. */
export const areLettersOn = createStore(localStorage.getItem('chancery.shortcuts') !== 'off')

let prefix: { readonly name: string; readonly at: number } | undefined

/** Switches shortcuts of a single character without a modifier on or off in this browser. */
export function setLetters(isOn: boolean): void {
  localStorage.setItem('chancery.shortcuts', isOn ? 'on' : 'off')
  areLettersOn.set(isOn)
}

/** Registers shortcuts while the component is mounted. Their functions may change with every render. */
export function useShortcuts(given: readonly Shortcut[], isActive = true): void {
  const latest = useRef(given)
  latest.current = given
  const names = given.map(({ keys }) => keys).join('|')
  useEffect(() => {
    if (!isActive || names === '') return
    const own = latest.current.map(
      ({ run, ...shortcut }, index): Shortcut =>
        run === undefined ? shortcut : { ...shortcut, run: (event) => latest.current[index]?.run?.(event) },
    )
    shortcuts.set([...shortcuts.get(), ...own])
    return () => shortcuts.set(shortcuts.get().filter((shortcut) => !own.includes(shortcut)))
  }, [names, isActive])
}

/**
 * Runs the shortcut of a key press. A shortcut without Ctrl, Cmd or Alt does not run while the user is typing, a
 * dialog or menu is open, or a form is being sent.
 */
export function handleKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return
  const name = keyName(event)
  const hasModifier = name.includes('mod+') || name.includes('alt+')
  if (!hasModifier && (isTyping(event.target) || isOverlayOpen() || isFormSent())) return
  if (!hasModifier && !areLettersOn.get() && [...event.key].length === 1) return
  const isSecond = prefix !== undefined && event.timeStamp - prefix.at < sequenceMs
  const found = (isSecond && find(`${prefix?.name} ${name}`)) || find(name)
  prefix = undefined
  if (found) {
    event.preventDefault()
    found.run?.(event)
  } else if (shortcuts.get().some(({ keys }) => keys.startsWith(`${name} `))) {
    prefix = { name, at: event.timeStamp }
  }
}

const find = (keys: string): Shortcut | undefined =>
  shortcuts.get().findLast((shortcut) => shortcut.keys === keys && shortcut.run !== undefined)

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest('textarea, select, input:not([type=checkbox]):not([type=radio]), [role=menu], [role=listbox]') !==
      null)

const isOverlayOpen = (): boolean => document.querySelector('[aria-modal=true], dialog[open], [role=menu]') !== null

/** Whether the inputs of a form are disabled while it is being sent, so that what is typed goes to the page. */
const isFormSent = (): boolean => document.querySelector('fieldset:disabled') !== null
