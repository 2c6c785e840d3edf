/** Ids of objects that exist on the server of a test, for values that refer to them. */
export interface SampleIds {
  /** The caller. */
  readonly user: { readonly id: string; readonly name: string }
  readonly group: string
  readonly orgItem: string
  readonly file: string
  readonly image: string
  readonly directory: string
  readonly element: {
    readonly namespace: string
    readonly code: string
    readonly id: string
    readonly name: string
  }
}

/** One value of a type, in the form of each use that the type declares. */
export interface Sample {
  /** Settings of the field, besides its code and its type. */
  readonly settings?: Readonly<Record<string, unknown>>
  readonly written: unknown
  /** The value in answers; as written unless given. */
  readonly shown?: unknown
  /** The criterion of `tf` that finds the value; null for a type that can only be tested for being empty. */
  readonly tf: unknown
  /**
   * The rest of an EQL condition that finds the value; `is null` for a type that can only be tested for being empty.
   */
  readonly eql: string
  /** The text in the name of an element. */
  readonly inName?: string
  /** The cell of a CSV file that an export writes, and that an import reads as the same value. */
  readonly exported?: string
  /** The text in a document in English. */
  readonly inDocuments?: string
  /** For each input of a document template: a value and its text in the document. */
  readonly asInputs?: Readonly<Record<string, readonly [value: unknown, printed: string]>>
  /** For each type of variable: a value as it is written and shown, and a condition in FEEL that holds for it as `X`. */
  readonly asVariables?: Readonly<Record<string, readonly [value: unknown, condition: string]>>
  /** The SQL of a column of a report, the value in answers, and the cell of a CSV file. */
  readonly asReportColumn?: readonly [sql: string, shown: unknown, cell: string]
  /** The value of a parameter of a report, and a condition in SQL that holds for it as `X`. */
  readonly asReportParameter?: readonly [value: unknown, condition: string]
}

const values = [
  { code: 'a', name: 'Oak' },
  { code: 'b', name: 'Pine' },
]
const contact = { type: '', isValid: true }
const row = { item: 'Chair', count: 2 }

/** A sample of each type of value except `status`, by the word of the type. */
export const samples: Readonly<Record<string, (ids: SampleIds) => Sample>> = {
  string: () => ({
    written: 'Oak table',
    tf: 'oak',
    eql: "= 'Oak table'",
    inName: 'Oak table',
    exported: 'Oak table',
    inDocuments: 'Oak table',
    asInputs: { string: ['words', 'words'] },
    asVariables: { string: ['words', 'X = "words"'] },
    asReportColumn: ["'words'", 'words', 'words'],
    asReportParameter: ['words', "X = 'words'"],
  }),
  number: () => ({
    written: 12.5,
    tf: { min: 12 },
    eql: '> 12',
    inName: '12.5',
    exported: '12.5',
    inDocuments: '12.5',
    asInputs: { number: [2.5, '2.5'] },
    asVariables: { integer: [5, 'X + 1 = 6'] },
    asReportColumn: ['2.50', 2.5, '2.50'],
    asReportParameter: [3, 'X + 1 = 4'],
  }),
  boolean: () => ({
    written: true,
    tf: true,
    eql: '= true',
    inName: 't',
    exported: 'true',
    inDocuments: 'yes',
    asInputs: { boolean: [false, 'no'] },
    asVariables: { boolean: [true, 'X'] },
    asReportColumn: ['true', true, 'true'],
    asReportParameter: [true, 'X'],
  }),
  datetime: () => ({
    written: '2020-05-01T08:30:00Z',
    tf: { max: '2020-05-02' },
    eql: "< Datetime('Now')",
    inName: '2020-05-01',
    exported: '2020-05-01T08:30:00Z',
    inDocuments: '1 May 2020 at 08:30',
    asInputs: { date: ['2020-05-01', '1 May 2020'], datetime: ['2020-05-01T08:30:00Z', '1 May 2020 at 08:30'] },
    asVariables: {
      date: ['2020-05-01T00:00:00Z', 'X = @"2020-05-01"'],
      datetime: ['2020-05-01T08:30:00Z', 'X = @"2020-05-01T08:30:00Z"'],
    },
    asReportColumn: ["'2020-05-01T08:30:00Z'::timestamptz", '2020-05-01T08:30:00Z', '2020-05-01T08:30:00Z'],
    asReportParameter: ['2020-05-01T08:30:00Z', "X = '2020-05-01T08:30:00Z'::timestamptz"],
  }),
  category: () => ({
    settings: { values },
    written: [{ code: 'a', name: 'Oak' }],
    tf: ['a'],
    eql: "in ('a', 'b')",
    inName: 'Oak',
    exported: 'Oak',
    inDocuments: 'Oak',
    asVariables: { choice: [[{ code: 'a', name: 'Oak' }], 'X = "a"'] },
    asReportParameter: ['a', "X = 'a'"],
  }),
  money: () => ({
    written: { cents: 1_234_567, currency: 'EUR' },
    tf: { min: 1_234_567 },
    eql: '> 1',
    inName: '1234567',
    exported: '12345.67 EUR',
    inDocuments: '€12,345.67',
    asVariables: { money: [{ cents: 100, currency: 'EUR' }, 'X.cents = 100'] },
  }),
  phone: () => ({
    written: '020 7946 0000',
    shown: [{ ...contact, tel: '020 7946 0000', ext: null }],
    tf: '7946',
    eql: "in ('020 7946 0000')",
    inName: '020 7946 0000',
    exported: '020 7946 0000',
    inDocuments: '020 7946 0000',
  }),
  email: () => ({
    written: 'a@example.org',
    shown: [{ ...contact, email: 'a@example.org' }],
    tf: 'example',
    eql: "in ('a@example.org')",
    inName: 'a@example.org',
    exported: 'a@example.org',
    inDocuments: 'a@example.org',
  }),
  full_name: () => ({
    written: { lastname: 'Stone', firstname: 'Ann', middlename: '' },
    tf: 'stone',
    eql: "like 'Stone'",
    inName: 'Stone Ann',
    exported: 'Stone Ann',
    inDocuments: 'Stone Ann',
  }),
  account: () => ({
    written: 'ann',
    shown: [{ type: '', login: 'ann' }],
    tf: 'ann',
    eql: "in ('ann')",
    inName: 'ann',
    exported: 'ann',
    inDocuments: 'ann',
  }),
  link: () => ({
    written: 'https://example.org/a',
    tf: 'example',
    eql: "like 'example'",
    inName: 'https://example.org/a',
    exported: 'https://example.org/a',
    inDocuments: 'https://example.org/a',
  }),
  image: ({ image }) => ofId(image),
  file: ({ file }) => ({ ...ofId(file), asVariables: { file: [[file], `X = "${file}"`] } }),
  user: ({ user: { id, name } }) => ({
    ...ofId(id),
    tf: id,
    eql: 'in (CurrentUser())',
    exported: name,
    inDocuments: name,
    asVariables: { user: [[id], `X = "${id}"`] },
    asReportColumn: [`'${id}'::uuid`, id, id],
    asReportParameter: [id, `X = array['${id}'::uuid]`],
  }),
  reference: ({ element: { namespace, code, id, name } }) => ({
    ...ofId(id),
    settings: { to: `${namespace}.${code}` },
    eql: `in (select [__id] from [${namespace}.${code}])`,
    exported: name,
    inDocuments: name,
    asVariables: { element: [[id], `X = "${id}"`] },
  }),
  any_reference: ({ element: { namespace, code, id } }) => ({
    written: [{ namespace, code, id }],
    tf: [{ namespace, code, id }],
    eql: `in (Refitem('${namespace}', '${code}'))`,
    inName: `${namespace}:${code}:${id}`,
    exported: `${namespace}:${code}:${id}`,
    inDocuments: `${id}, ${code}, ${namespace}`,
  }),
  role: ({ group }) => ({
    written: [{ code: group, type: 'group' }],
    tf: [group],
    eql: `in ('${group}')`,
    inName: group,
    exported: `group:${group}`,
    inDocuments: `${group}, group`,
    asVariables: { group: [[{ code: group, type: 'group' }], `X = "${group}"`] },
  }),
  org_item: ({ orgItem }) => ofId(orgItem),
  table: () => ({
    settings: {
      columns: [
        { code: 'item', type: 'string' },
        { code: 'count', type: 'number' },
      ],
    },
    written: { rows: [row] },
    shown: { rows: [row], result: {} },
    tf: null,
    eql: 'is null',
    exported: `{"rows":[{"item":"Chair","count":2}],"result":{}}`,
    inDocuments: 'Chair, 2',
    asInputs: { table: [[row], 'Chair, 2'] },
    asVariables: { table: [{ rows: [row], result: {} }, 'X[1].count = 2'] },
  }),
  directory: ({ directory }) => ({ ...ofId(directory), written: directory, tf: directory }),
  json: () => ({
    written: ['a', 1],
    tf: null,
    eql: 'is null',
    exported: '["a",1]',
    inDocuments: 'a, 1',
    asVariables: { json: [{ a: [1] }, 'X.a[1] = 1'] },
    asReportColumn: [`'{"a":1}'::jsonb`, { a: 1 }, '{"a":1}'],
  }),
  decimal: () => ofVariable('decimal', '0.1', 'X + 0.2 = 0.3'),
  duration: () => ofVariable('duration', 'PT2H', 'X = @"PT120M"'),
}

/** A value that is a list of one id. Exports and documents show the id. */
function ofId(id: string): Sample {
  return { written: [id], tf: [id], eql: `in ('${id}')`, inName: id, exported: id, inDocuments: id }
}

/** A value of a type that only variables have. */
function ofVariable(word: string, value: unknown, condition: string): Sample {
  return { written: value, tf: value, eql: '', asVariables: { [word]: [value, condition] } }
}
