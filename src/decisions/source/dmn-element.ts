/** An element of a DMN file. Its name has no namespace prefix; the names of its attributes keep theirs. */
export interface DmnElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly DmnElement[]
  readonly parent: DmnElement | undefined
  /** Characters directly inside the element, without those of its children. */
  readonly text: string
}

export const childrenOf = (element: DmnElement, name: string): readonly DmnElement[] =>
  element.children.filter((child) => child.name === name)

export const childOf = (element: DmnElement | undefined, name: string): DmnElement | undefined =>
  element?.children.find((child) => child.name === name)

/** Returns an attribute without surrounding spaces; undefined when it is absent or empty. */
export function attributeOf(element: DmnElement | undefined, name: string): string | undefined {
  return element?.attributes[name]?.trim() || undefined
}

/** Returns the content of the child `text`, or of another child, without surrounding spaces; undefined when empty. */
export function textOf(element: DmnElement | undefined, name = 'text'): string | undefined {
  return childOf(element, name)?.text.trim() || undefined
}

/** Returns the id of the element, or of the closest element around it that has one. */
export function idOf(element: DmnElement): string | undefined {
  for (let at: DmnElement | undefined = element; at !== undefined; at = at.parent) {
    const id = attributeOf(at, 'id')
    if (id !== undefined) return id
  }
  return undefined
}

/** Returns the name of the element with single spaces, as FEEL reads it. */
export const nameOf = (element: DmnElement | undefined): string | undefined =>
  attributeOf(element, 'name')?.replace(/\s+/g, ' ')
