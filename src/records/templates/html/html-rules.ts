import { problemOfPicture } from '../pictures.ts'

/** Elements that run programs, load other documents, or whose content is not parsed like other text. */
const forbiddenElements = new Set(
  'script iframe frame frameset object embed applet link base noscript noembed noframes xmp plaintext template portal'.split(
    ' ',
  ),
)
/** Attributes with the address of something that is loaded when the document is shown or converted. */
const loadingAttributes = new Set(
  'src srcset background poster data action formaction manifest ping lowsrc dynsrc codebase classid longdesc profile'.split(
    ' ',
  ),
)
const linkAttributes = new Set(['href', 'xlink:href', 'cite'])

/** Returns why an element is refused; undefined when it is allowed. */
export function elementProblem(name: string): string | undefined {
  return forbiddenElements.has(name) ? `the element <${name}> is not allowed in a document template` : undefined
}

/**
 * Returns why an attribute is refused. A document must not run programs, and must not load anything from other places:
 * pictures are part of the file, as addresses that begin with `data:image/png` and the like. SVG pictures are refused,
 * because they may load other files.
 */
export function attributeProblem(element: string, name: string, value: string): string | undefined {
  const start = value.trim().toLowerCase()
  if (name.startsWith('on') || name === 'srcdoc') return `the attribute "${name}" is not allowed`
  if (name === 'style') return styleProblem(value)
  if (element === 'meta' && name === 'http-equiv' && start === 'refresh')
    return 'the document must not load another page'
  const isLoading =
    loadingAttributes.has(name) || (linkAttributes.has(name) && !['a', 'area', 'blockquote', 'q'].includes(element))
  const wrong = isLoading && !start.startsWith('#') ? problemOfPicture(value) : undefined
  if (wrong !== undefined) return `the attribute "${name}" loads "${value.slice(0, 80)}"; ${wrong}`
  if (!isLoading && linkAttributes.has(name) && !/^(https?:|mailto:|tel:|#)/.test(start))
    return `the link "${value.slice(0, 80)}" must begin with https:, http:, mailto:, tel: or #`
  return undefined
}

/** Returns why a style is refused: a style must not load anything. */
export function styleProblem(css: string): string | undefined {
  const addresses = [...css.matchAll(/url\s*\(\s*(['"]?)(.*?)\1\s*\)/gis)].map(([, , address = '']) => address)
  const isLoading =
    /@import|\\|expression\s*\(|url\s*\((?!\s*['"]?data:image\/)|image-set\s*\(/i.test(css) ||
    addresses.some((address) => problemOfPicture(address) !== undefined)
  return isLoading ? 'a style must not load anything from outside; backslashes are not allowed either' : undefined
}

/**
 * Returns whether the value of an attribute is read as an address, a style or a program, so that no placeholder may
 * be in it.
 */
export function isActiveAttribute(name: string): boolean {
  return name === 'style' || name.startsWith('on') || loadingAttributes.has(name) || linkAttributes.has(name)
}
