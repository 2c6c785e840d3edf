import { type RefObject, useEffect, useRef } from 'react'

/**
 * Returns the ref of an element that scrolls sideways. Its attribute `data-more` says at which edges more content is
 * hidden: "start", "end" or "both".
 */
export function useEdges(): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const mark = () => {
      const more = edgesWithMore(element)
      if (more) element.dataset.more = more
      else delete element.dataset.more
    }
    const sizes = new ResizeObserver(mark)
    sizes.observe(element)
    for (const child of element.children) sizes.observe(child)
    element.addEventListener('scroll', mark, { passive: true })
    return () => {
      sizes.disconnect()
      element.removeEventListener('scroll', mark)
    }
  }, [])
  return ref
}

/** Returns the edges beyond which an element has content. */
export function edgesWithMore(
  element: Pick<HTMLElement, 'scrollLeft' | 'scrollWidth' | 'clientWidth'>,
): 'start' | 'end' | 'both' | undefined {
  const left = Math.abs(element.scrollLeft)
  const isBefore = left > 1
  const isAfter = element.scrollWidth - element.clientWidth - left > 1
  if (isBefore && isAfter) return 'both'
  return isBefore ? 'start' : isAfter ? 'end' : undefined
}
