/** Three applications in two namespaces, with the same fields. The `link` of each one leads to the next one. */
export const apps = ['one.a', 'one.b', 'two.c'] as const
export type App = (typeof apps)[number]
export const sections = ['one', 'two'] as const
export type Section = (typeof sections)[number]
export const linkOf: Readonly<Record<App, App>> = { 'one.a': 'one.b', 'one.b': 'two.c', 'two.c': 'one.a' }

export const fields = ['text', 'amount', 'kind', 'owners', 'seats', 'roles', 'link'] as const
export type Field = (typeof fields)[number]
export const statuses = ['draft', 'open', 'done'] as const
export const kinds = ['red', 'green', 'blue'] as const
export const rights = ['view', 'create', 'edit', 'delete', 'import', 'export', 'access'] as const
export type Right = (typeof rights)[number]
