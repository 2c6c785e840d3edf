/** What may be done with elements. `import` lets a file in, whose rows then need `create` and `edit`. */
export const rights = ['view', 'create', 'edit', 'delete', 'import', 'export', 'access'] as const
export type Right = (typeof rights)[number]

/** Of these, what can be given for one element; the others are about an application. */
export const elementRights = ['view', 'edit', 'delete', 'export', 'access'] as const satisfies readonly Right[]
export type ElementRight = (typeof elementRights)[number]

/** What may be done with a field; whoever writes it reads it. */
export const fieldRights = ['read', 'write'] as const
export type FieldRight = (typeof fieldRights)[number]

/** Whoever may change, delete or share an element also sees it. */
export const implying: Readonly<Partial<Record<Right, readonly Right[]>>> = { view: ['edit', 'delete', 'access'] }

export function gives(may: readonly Right[], right: Right): boolean {
  return may.includes(right) || (implying[right] ?? []).some((other) => may.includes(other))
}

export function givesField(may: readonly FieldRight[], right: FieldRight): boolean {
  return may.includes('write') || may.includes(right)
}
