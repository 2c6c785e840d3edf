export const rights = ['view', 'create', 'edit', 'delete', 'import', 'export', 'access'] as const
export type Right = (typeof rights)[number]
