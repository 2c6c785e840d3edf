/**
 * The rights that rules in definitions and settings can give. `import` allows uploading a file of rows; each row then
 * also needs `create` or `edit`.
 */
export const rights = ['view', 'create', 'edit', 'delete', 'import', 'export', 'access'] as const
export type Right = (typeof rights)[number]

/** The rights to a field; `write` includes `read`. */
export const fieldRights = ['read', 'write'] as const
export type FieldRight = (typeof fieldRights)[number]

/** The rights of one resource. */
export interface ResourceRights<R extends string> {
  readonly all: readonly R[]
  /** The rights that can be granted for a single object. */
  readonly grantable: readonly R[]
  /** For each right, the other rights that include it: `edit` includes `view`. */
  readonly includedIn: Readonly<Partial<Record<R, readonly R[]>>>
  /** The right that allows reading and changing the grants of an object. */
  readonly granting: R
  /**
   * The rights that make a set of objects known to a caller: each of these rights reveals that an application exists.
   */
  readonly revealing: readonly R[]
}

/** Returns the right and all rights that include it. */
export function rightsGiving<R extends string>({ includedIn }: ResourceRights<R>, right: R): R[] {
  return [right, ...(includedIn[right] ?? [])]
}

/** Returns whether a list of rights, as a rule or a grant has it, contains the right or one that includes it. */
export function gives<R extends string>(resource: ResourceRights<R>, may: readonly string[], right: R): boolean {
  return rightsGiving(resource, right).some((one) => may.includes(one))
}

/** Returns whether a rule for fields gives the right. */
export function givesField(may: readonly FieldRight[], right: FieldRight): boolean {
  return may.includes('write') || may.includes(right)
}
