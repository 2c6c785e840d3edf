import type { Badge, Marks } from './marks.ts'
import type { ElementRegistry, Overlays, Shape } from './services.ts'

const type = 'badge'

/** Replaces the badges of a diagram. Badges are at the corners of their elements and ignore clicks. */
export function drawBadges(
  { overlays, registry }: { overlays: Overlays; registry: ElementRegistry },
  { elements }: Marks,
): void {
  overlays.remove({ type })
  for (const [id, { badges }] of elements) {
    const shape = registry.get(id)
    if (shape === undefined) continue
    for (const badge of badges)
      if (isShown(badge, shape))
        overlays.add(id, type, { position: positionOf(badge, shape), html: badgeElement(badge) })
  }
}

/** Returns whether a badge is shown. On events and gateways, which are small, a check mark without a number is not. */
const isShown = ({ tone, text }: Badge, { width }: Shape): boolean => tone !== 'done' || width > 60 || text !== '✓'

function positionOf({ tone }: Badge, { waypoints, width }: Shape): Readonly<Record<string, number>> {
  if (waypoints !== undefined) return { top: -12, left: 0 }
  if (tone === 'incident' || tone === 'problem') return { top: -11, right: 14 }
  // The names of events and gateways are below them, so the badge is above.
  if (width <= 60) return { top: -11, left: -11 }
  return tone === 'active' || tone === 'heat' ? { bottom: 11, left: -11 } : { bottom: 11, right: 12 }
}

function badgeElement({ tone, text, title }: Badge): HTMLElement {
  const element = document.createElement('span')
  element.className = 'diagram-badge'
  element.dataset.tone = tone
  element.textContent = text
  element.title = title
  return element
}
