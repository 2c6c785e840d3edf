import { keyCaps } from '../ui/keys/key-name.ts'
import css from './key-caps.module.css'

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The keys of a shortcut, drawn as caps. */
export function KeyCaps({ keys }: { keys: string }) {
  return (
    <span className={css.caps}>
      {keyCaps(keys, isMac).map((cap) => (
        <kbd key={cap}>{cap}</kbd>
      ))}
    </span>
  )
}
