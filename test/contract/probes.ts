import type { Body } from '../platform.ts'

const fileHash = '0b6f7b2e-2f0f-4f5a-9c53-0123456789ab'

export interface Probe {
  readonly path: string
  readonly body: (field: string) => Body
}

/**
 * Paths of applications: `of` has the hidden field; `by` refers to `of` by its field `first` and by the field
 * `several`, which holds several references.
 */
export interface Place {
  readonly of: string
  readonly by: string
  readonly several: string
}

/** Returns requests that name the field F in every place where a request may name a field. */
export function probesOf({ of, by, several }: Place): Readonly<Record<string, Probe>> {
  const path = (name: string): string => `/pub/v1/app/${name.replace('.', '/')}`
  const list = (body: (field: string) => Body, application = of): Probe => ({
    path: `${path(application)}/list`,
    body: (field) => ({ size: 1, ids: [], ...body(field) }),
  })
  return {
    'a criterion': list((F) => ({ filter: { tf: { [F]: 'a' } } })),
    'a criterion for emptiness': list((F) => ({ filter: { tf: { [F]: null } } })),
    'a criterion without tf': list((F) => ({ filter: { [F]: 'a' } })),
    'a condition': list((F) => ({ filter: { eq: [{ field: F }, { const: 'a' }] } })),
    'a condition inside or': list((F) => ({
      filter: { or: [{ tf: { title: 'one' } }, { like: [{ field: F }, { const: 'a' }] }] },
    })),
    'a negated condition': list((F) => ({ filter: { not: { eq: [{ field: F }, { const: 'a' }] } } })),
    'a list condition': list((F) => ({ filter: { in: [{ field: F }, { list: ['a'] }] } })),
    'a condition that compares two fields': list((F) => ({ filter: { eq: [{ field: 'title' }, { field: F }] } })),
    EQL: list((F) => eql(`[${F}] = 'a'`)),
    'EQL with like': list((F) => eql(`[${F}] like 'secret%'`)),
    'EQL that compares two fields': list((F) => eql(`[title] = [${F}]`)),
    'EQL with a count': list((F) => eql(`count([${F}]) > 0`)),
    'a path to the same application': list((F) => eql(`[above.${F}] = 'a'`)),
    'a path from another application': list((F) => eql(`[first.${F}] = 'a'`), by),
    'a path in a criterion': list((F) => ({ filter: { tf: { [`first.${F}`]: 'a' } } }), by),
    'what a sub-query selects': list((F) => eql(`[title] in (select [${F}] from [${of}])`), by),
    'the condition of a sub-query': list((F) => eql(`[first] in (select [__id] from [${of}] where [${F}] = 'a')`), by),
    'a sub-query that is counted': list((F) => eql(`count(select [__id] from [${of}] where [${F}] = 'a') > 0`), by),
    'the parent of a sub-query': list((F) =>
      eql(`[__id] in (select [first] from [${by}] where [title] = parent.[${F}])`),
    ),
    'a sort': list((F) => ({ sortExpressions: [{ field: F, ascending: true }] })),
    'a sort through a reference': list((F) => ({ sortExpressions: [{ field: `first.${F}`, ascending: true }] }), by),
    'a projection': list((F) => ({ fields: { [F]: true } })),
    'a projection that leaves it out': list((F) => ({ fields: { '*': true, [F]: false } })),
    'a projection of a loaded reference': list((F) => ({ fields: { first: { [F]: true } } }), by),
    'a projection of loaded references': list((F) => ({ fields: { [several]: { '*': true, [F]: true } } }), by),
    'a value at creation': {
      path: `${path(of)}/create`,
      body: (F) => ({ context: { title: 'x', kind: 'open', [F]: 'a' } }),
    },
    'no value at creation': {
      path: `${path(of)}/create`,
      body: (F) => ({ context: { title: 'x', kind: 'closed', [F]: null } }),
    },
    'the key of an import': {
      path: `${path(of)}/import`,
      body: (F) => ({ fileHash, key: [F], mode: 'update' }),
    },
    'the mapping of an import': { path: `${path(of)}/import`, body: (F) => ({ fileHash, mapping: { a: F } }) },
  }
}

function eql(query: string): Body {
  return { filter: { eql: { query } } }
}
