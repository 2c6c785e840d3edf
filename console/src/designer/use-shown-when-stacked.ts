import { useEffect, useRef } from 'react'

/** Returns the ref of an editor. In a narrow window, the page scrolls to this editor when it opens. */
export function useShownWhenStacked() {
  const editor = useRef<HTMLElement>(null)
  useEffect(() => {
    if (matchMedia('(max-width: 900px)').matches) editor.current?.scrollIntoView({ block: 'start' })
  }, [])
  return editor
}
