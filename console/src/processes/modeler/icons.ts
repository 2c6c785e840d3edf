import alignIcons from 'bpmn-js/lib/features/align-elements/AlignElementsIcons'
import distributeIcons from 'bpmn-js/lib/features/distribute-elements/DistributeElementsIcons'

/**
 * Replaces inline styles by attributes in the icons that bpmn-js shows for several selected elements, because the
 * content security policy refuses inline styles. The icon objects are changed in place, because bpmn-js reads them.
 */
export function removeInlineStyles(): void {
  for (const icons of [alignIcons, distributeIcons] as Record<string, string>[])
    for (const [name, svg] of Object.entries(icons))
      icons[name] = svg.replaceAll(/style="([^"]*)"/g, (_, style: string) => attributesOf(style))
}

/** Returns declarations such as `fill:none;opacity:.5` as attributes of an SVG element. */
const attributesOf = (style: string): string =>
  style
    .split(';')
    .filter(Boolean)
    .map((declaration) => declaration.replace(/^([^:]+):(.*)$/, '$1="$2"'))
    .join(' ')
