/** The rights to elements. `import` allows uploading a file of rows; each row then also needs `create` or `edit`. */
export const rights = ['view', 'create', 'edit', 'delete', 'import', 'export', 'access'] as const
export type Right = (typeof rights)[number]

/** The rights that can be granted for one element; the other rights concern the whole application. */
export const elementRights = ['view', 'edit', 'delete', 'export', 'access'] as const satisfies readonly Right[]
export type ElementRight = (typeof elementRights)[number]

/** The rights to a field; `write` includes `read`. */
export const fieldRights = ['read', 'write'] as const
export type FieldRight = (typeof fieldRights)[number]

/** The rights that include another right: `edit`, `delete` and `access` include `view`. */
export const implying: Readonly<Partial<Record<Right, readonly Right[]>>> = { view: ['edit', 'delete', 'access'] }

export function gives(may: readonly Right[], right: Right): boolean {
  return may.includes(right) || (implying[right] ?? []).some((other) => may.includes(other))
}

export function givesField(may: readonly FieldRight[], right: FieldRight): boolean {
  return may.includes('write') || may.includes(right)
}
